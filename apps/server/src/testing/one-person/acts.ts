import { createsCredits } from "@dailies/contract";
import { SETTINGS } from "../../features/settings/index.ts";
import { customerOf, keepSecret, newKey, scopesOf, type World } from "./world.ts";

/** The choices of one act: which account or key, for whom, how much, and which of several ways. */
export interface Choice {
  readonly who: number;
  readonly whom: number;
  readonly amount: number;
  readonly way: number;
}

type Act = (world: World, choice: Choice, now: Date) => Promise<unknown>;

const REASON = "an act of one person";
const GUARDED = [SETTINGS.grantSecondPersonAbove, SETTINGS.priceList, SETTINGS.fineGrainedAdmin] as const;

const grant: Act = (world, { who, whom, amount }) =>
  world.post(who, "/admin/user/grant_credits", {
    user_email: customerOf(world, whom),
    typed_email: customerOf(world, whom),
    amount,
    category: "promo",
    reason: REASON,
    idempotency_key: newKey(),
  });

const grantTwiceAtOnce: Act = (world, choice, now) =>
  Promise.all([grant(world, choice, now), grant(world, { ...choice, whom: choice.whom + 1 }, now)]);

const grantInBulk: Act = (world, { who, whom, amount, way }) =>
  world.post(who, "/admin/user/grant_credits/bulk", {
    dry_run: false,
    category: "promo",
    reason: REASON,
    bulk_key: newKey(),
    lines: Array.from({ length: 1 + (way % 10) }, (_, n) => ({
      line: n + 1,
      user_email: customerOf(world, whom + (way % 2) * n),
      amount,
    })),
  });

const decideAll =
  (list: string, decide: string): Act =>
  async (world, { who, way }) => {
    const { body } = await world.get(0, `${list}?status=pending&limit=2`);
    for (const { id } of (body.items as { id: string }[] | undefined) ?? []) {
      await world.post(who + way, decide, { id, decision: "approved", reason: REASON });
    }
  };

const createCredential: Act = async (world, { who, amount, way }) => {
  const scopes = scopesOf(way);
  const ceiling = createsCredits(scopes) ? { daily_credits: amount * 100 } : {};
  const path = "/admin/tools/service_credentials/create";
  keepSecret(world, await world.post(who, path, { name: newKey(), scopes, ...ceiling }));
};

const rotateCredential: Act = async (world, { who, way }) => {
  const id = world.credentialIds[way % world.credentialIds.length];
  keepSecret(world, await world.post(who, "/admin/tools/service_credentials/rotate", { id }));
};

const grantByService: Act = (world, { who, whom, amount }) =>
  world.send(who, "credits/grant", {
    user_email: customerOf(world, whom),
    amount,
    category: "promo",
    reference: REASON,
    idempotency_key: newKey(),
  });

const orderByService: Act = (world, { who, whom, amount, way }, now) => {
  const at = new Date(now.getTime() - 1_000).toISOString();
  return world.send(who, "order/upsert", {
    order_no: newKey(),
    user_email: customerOf(world, whom),
    product: { type: "credit_pack", code: way % 2 ? "pack" : "mine", name: "Pack" },
    credits: amount,
    amount_minor: way % 3 ? 0 : 1_000,
    currency: "USD",
    status: "paid",
    provider: "test",
    ordered_at: at,
    paid_at: at,
    occurred_at: at,
  });
};

const makeAccount: Act = async (world, { who, way }) => {
  const name = `made-${newKey()}`;
  const { status, body } = await world.post(who, "/user/create", {
    username: name,
    email: `${name}@example.com`,
    realname: "Made",
    user_role: "developer",
    perms: way % 2 ? ["MAGI_ADMIN", "PERM_MANAGE_W"] : ["MAGI_MODIFY_CREDITS", "MAGI_VIEW_USER_INFO"],
  });
  if (status === 200) world.accounts.push(body.id as string);
};

const givePermission: Act = async (world, { who, whom, way }) => {
  const id = world.accounts[whom % world.accounts.length];
  const { body } = await world.get(0, `/user/info?id=${id}`);
  const edit = {
    id,
    expected_version: body.version,
    add: [way % 2 ? "MAGI_ADMIN" : "MAGI_MODIFY_CREDITS"],
    remove: [],
  };
  const path = way % 3 ? "/perm/change" : "/perm/change_flags";
  await world.post(who, path, { changes: [edit], reason: REASON });
};

/** Every way to change a setting: create, update, publish, roll back, archive, import. */
const changeSetting: Act = async (world, { who, whom, amount, way }) => {
  const setting = GUARDED[whom % GUARDED.length] ?? GUARDED[0];
  const values: Readonly<Record<string, unknown>> = {
    number: amount * 1_000,
    boolean: true,
    key_value: { pack: "0 USD 9000000", mine: "0 USD 9000000" },
  };
  const value = values[setting.spec.type];
  const { key, spec: schema } = setting;
  const { body } = await world.post(0, "/config/get", { keys: [key] });
  const [item] = (body.items as { version: number }[] | undefined) ?? [];
  const seen = { key, expected_version: item?.version ?? 1 };
  const imported = [{ key, schema, value, description: "" }];
  const ways: readonly (readonly [string, object])[] = [
    ["/config/update", { ...seen, value }],
    ["/config/publish", { ...seen, comment: REASON }],
    ["/config/rollback", { ...seen, version: 1, comment: REASON }],
    ["/config/delete", seen],
    ["/config/import", { items: imported, is_dry_run: false }],
    ["/config/create", { key, schema, value }],
  ];
  const [path, input] = ways[way % ways.length] ?? ["/config/update", {}];
  await world.post(who, path, input);
};

export const ACTS = {
  grant,
  grantTwiceAtOnce,
  grantInBulk,
  approveGrants: decideAll("/admin/user/grant_request", "/admin/user/grant_request/decide"),
  approveRequests: decideAll("/admin/approval", "/admin/approval/decide"),
  createCredential,
  rotateCredential,
  grantByService,
  orderByService,
  makeAccount,
  givePermission,
  changeSetting,
} satisfies Record<string, Act>;
export type ActName = keyof typeof ACTS | "wait";
