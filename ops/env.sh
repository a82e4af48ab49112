# Credentials, generated once, and the environment file that processes and tests read.
# shellcheck shell=bash

random() { head -c 64 /dev/urandom | base64 -w0 | tr -dc 'A-Za-z0-9' | head -c "$1" || true; }

make_credentials() {
  [[ -f $DATA/credentials ]] && return
  (
    umask 077
    cat >"$DATA/credentials.new" <<END
POSTGRES_PASSWORD=$(random 32)
OWNER_PASSWORD=$(random 32)
APP_PASSWORD=$(random 32)
TEMPORAL_PASSWORD=$(random 32)
REDIS_PASSWORD=$(random 32)
S3_ACCESS_KEY_ID=$(random 20)
S3_SECRET_ACCESS_KEY=$(random 40)
STS_SIGNING_KEY=$(head -c 32 /dev/urandom | base64 -w0)
SECRET_KEY=$(head -c 32 /dev/urandom | base64 -w0)
ADMIN_PASSWORD=$(random 20)
END
    mv "$DATA/credentials.new" "$DATA/credentials"
  )
}

write_env() {
  # shellcheck disable=SC1091
  . "$DATA/credentials"
  (
    umask 077
    cat >"$DATA/env.new" <<END
DAILIES_MODE=development
DAILIES_LOG_LEVEL=info
DAILIES_HTTP_HOST=127.0.0.1
DAILIES_HTTP_PORT=${PORT[http]}
DAILIES_OPS_HOST=127.0.0.1
DAILIES_OPS_PORT=${PORT[ops]}
DAILIES_WORKER_OPS_PORT=${PORT[worker_ops]}
DAILIES_WEB_PORT=${PORT[web]}
DAILIES_WEB_ROOT=$ROOT/apps/web/dist
DAILIES_PUBLIC_ORIGIN=http://127.0.0.1:${PORT[http]}
DAILIES_EXTRA_ORIGINS=http://127.0.0.1:${PORT[web]},http://localhost:${PORT[web]},http://localhost:${PORT[http]}
DAILIES_DATABASE_URL=postgres://dailies_app:$APP_PASSWORD@127.0.0.1:${PORT[postgres]}/dailies
DAILIES_OWNER_DATABASE_URL=postgres://dailies_owner:$OWNER_PASSWORD@127.0.0.1:${PORT[postgres]}/dailies
DAILIES_REDIS_URL=redis://:$REDIS_PASSWORD@127.0.0.1:${PORT[redis]}/0
DAILIES_S3_ENDPOINT=http://127.0.0.1:${PORT[s3]}
DAILIES_S3_REGION=us-east-1
DAILIES_S3_ACCESS_KEY_ID=$S3_ACCESS_KEY_ID
DAILIES_S3_SECRET_ACCESS_KEY=$S3_SECRET_ACCESS_KEY
DAILIES_S3_ASSETS_BUCKET=assets
DAILIES_S3_DATASETS_BUCKET=datasets
DAILIES_S3_ROLE_ARN=arn:aws:iam::000000000000:role/Uploader
DAILIES_TEMPORAL_ADDRESS=127.0.0.1:${PORT[temporal]}
DAILIES_TEMPORAL_NAMESPACE=dailies
DAILIES_SMTP_URL=smtp://127.0.0.1:${PORT[smtp]}
DAILIES_MAIL_FROM="Dailies <no-reply@dailies.test>"
DAILIES_MAIL_API_URL=http://127.0.0.1:${PORT[mail_api]}/api
DAILIES_SECRET_KEY=$SECRET_KEY
DAILIES_PERFORMER_PORT=${PORT[performer]}
DAILIES_PERFORMER_FOLDER=$DATA/performer
DAILIES_PERFORMER_WEBHOOK_SECRET=whsec_$(printf 'performer webhooks %s' "$SECRET_KEY" | sha256sum | cut -c1-64)
DAILIES_PERFORMER_URL=http://127.0.0.1:${PORT[performer]}
DAILIES_PERFORMER_ORIGINS=http://127.0.0.1:${PORT[performer]}
DAILIES_PERFORMER_SOCKETS=http://ray.localhost:8000=$DATA/ray/serve.sock
DAILIES_CLUSTER_SOCKETS=http://ray.localhost=$DATA/ray/ray.sock
DAILIES_RUN_SOURCE_ORIGINS=http://127.0.0.1:${PORT[mlflow]}
DAILIES_ADMIN_USERNAME=admin
DAILIES_ADMIN_EMAIL=admin@dailies.test
DAILIES_ADMIN_PASSWORD=$ADMIN_PASSWORD
END
    mv "$DATA/env.new" "$DATA/env"
  )
}

# 711 and not 700: PostgreSQL runs under its own user and must traverse the folder.
prepare_data() {
  mkdir -p "$DATA"
  chmod 711 "$DATA"
  choose_block
  load_ports
  make_credentials
  write_env
}
