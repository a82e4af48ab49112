# MailDev: catches every e-mail and serves it over HTTP.
# shellcheck shell=bash
PORTS=(smtp mail_api)
MAILDEV=$NODE_DIR/node_modules/maildev

version() { node -p "require('$MAILDEV/package.json').version"; }

start() {
  mkdir -p "$DATA/mail"
  cd "$DATA/mail"
  spawn node --max-old-space-size=192 "$MAILDEV/dist/bin/maildev.js" --ip 127.0.0.1 --smtp "${PORT[smtp]}" \
    --web-ip 127.0.0.1 --web "${PORT[mail_api]}" --mail-directory "$DATA/mail" --max-emails 1000 --max-message-size 10485760
}

health() { http_ok "http://127.0.0.1:${PORT[mail_api]}/api/healthz" && (: >"/dev/tcp/127.0.0.1/${PORT[smtp]}"); }
