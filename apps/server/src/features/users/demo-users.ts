import { INTERNAL_ROLE, type PermissionCode } from "@dailies/contract";

export interface DemoUser {
  readonly username: string;
  readonly realname: string;
  readonly role: string;
  readonly permissions: readonly PermissionCode[];
  /** False: left the team, or was never enabled. */
  readonly isEnabled: boolean;
  /** False: invited, but has not signed in yet. */
  readonly hasPassword: boolean;
}

interface Group {
  readonly role: string;
  readonly permissions: readonly PermissionCode[];
  readonly people: readonly string[];
}

/** One line per role; the four with short names are the accounts to sign in with. */
const GROUPS: readonly Group[] = [
  {
    role: INTERNAL_ROLE,
    permissions: [],
    people: [
      "dana Dana Data",
      "noor.haddad Noor Haddad",
      "tomas.novak Tomáš Novák",
      "li.wen 李文",
      "ines.costa Inês Costa",
    ],
  },
  {
    role: INTERNAL_ROLE,
    permissions: ["USE_VERSION_1_0", "PERFORMER_PLAYGROUND"],
    people: [
      "rita Rita Researcher",
      "kenji.mori Kenji Mori",
      "amara.okafor Amara Okafor",
      "zhang.min 张敏",
      "sofia.rossi Sofia Rossi",
      "peter.lang Peter Lang",
    ],
  },
  {
    role: INTERNAL_ROLE,
    permissions: ["USE_VERSION_1_0", "STATIC_RESOURCE_MANAGE", "DYNAMIC_CONFIG_MANAGE", "ADMIN_MANAGE_R"],
    people: ["grace.kim Grace Kim", "omar.farouk Omar Farouk", "wang.lei 王磊"],
  },
  { role: INTERNAL_ROLE, permissions: ["MAGI_ADMIN"], people: ["otto Otto Operator", "helena.berg Helena Berg"] },
  {
    role: INTERNAL_ROLE,
    permissions: ["USER_MANAGE_R", "USER_MANAGE_W", "PERM_MANAGE_R"],
    people: ["carmen.diaz Carmen Díaz", "yusuf.kaya Yusuf Kaya"],
  },
  {
    role: "support",
    permissions: ["MAGI_VIEW_USER_INFO", "MAGI_VIEW_PAYMENTS", "MAGI_VIEW_SUBSCRIPTIONS"],
    people: ["emma.wright Emma Wright", "raj.patel Raj Patel", "chen.yu 陈宇"],
  },
  {
    role: "moderator",
    permissions: ["MAGI_UGC_AUDIT"],
    people: ["lucia.vega Lucía Vega", "anton.petrov Anton Petrov"],
  },
  {
    role: "labeller",
    permissions: [],
    people: [
      "lea Lea Labeller",
      "mai.nguyen Mai Nguyen",
      "jonas.weber Jonas Weber",
      "fatima.zahra Fatima Zahra",
      "diego.silva Diego Silva",
      "hana.sato Hana Sato",
      "liu.yang 刘洋",
      "eva.horvat Eva Horvat",
      "samuel.mensah Samuel Mensah",
    ],
  },
  {
    role: "rater",
    permissions: [],
    people: [
      "nina.lund Nina Lund",
      "paul.martin Paul Martin",
      "aisha.bello Aisha Bello",
      "zhao.jing 赵静",
      "marco.bruno Marco Bruno",
    ],
  },
  { role: "partner", permissions: ["USE_VERSION_1_0"], people: ["vera.kovac Vera Kovač", "ben.adler Ben Adler"] },
];

const DISABLED: ReadonlySet<string> = new Set(["peter.lang", "anton.petrov", "eva.horvat", "marco.bruno"]);
const INVITED: ReadonlySet<string> = new Set([
  "ines.costa",
  "wang.lei",
  "chen.yu",
  "samuel.mensah",
  "zhao.jing",
  "ben.adler",
]);

/** Demo accounts: several per role, like a real team after a year. */
export const DEMO_USERS: readonly DemoUser[] = GROUPS.flatMap(({ role, permissions, people }) =>
  people.map((person) => {
    const [username = "", ...names] = person.split(" ");
    const isEnabled = !DISABLED.has(username);
    return { username, realname: names.join(" "), role, permissions, isEnabled, hasPassword: !INVITED.has(username) };
  }),
);
