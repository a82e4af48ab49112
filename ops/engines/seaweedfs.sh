# SeaweedFS: the S3 endpoint, its temporary credentials and two buckets.
# shellcheck shell=bash
PORTS=(s3 s3_grpc seaweed_master seaweed_master_grpc seaweed_volume seaweed_volume_grpc
  seaweed_filer seaweed_filer_grpc seaweed_admin seaweed_admin_grpc)

version() { weed version 2>/dev/null | awk '/^version/ {print $3}'; }

write_identities() (
  umask 077
  cat >"$DATA/s3.json" <<END
{"identities": [{"name": "backend", "actions": ["Admin"],
  "credentials": [{"accessKey": "$S3_ACCESS_KEY_ID", "secretKey": "$S3_SECRET_ACCESS_KEY"}]}]}
END
  cat >"$DATA/iam.json" <<END
{"sts": {"issuer": "seaweedfs-sts", "signingKey": "$STS_SIGNING_KEY", "tokenDuration": "1h", "maxSessionLength": "12h"},
 "policy": {"defaultEffect": "Deny", "storeType": "memory"},
 "roles": [{"roleName": "Uploader", "roleArn": "$DAILIES_S3_ROLE_ARN",
   "trustPolicy": {"Version": "2012-10-17", "Statement": [{"Effect": "Allow",
     "Principal": {"AWS": "arn:aws:iam::000000000000:user/backend"}, "Action": ["sts:AssumeRole"]}]},
   "attachedPolicies": ["AssetsRW"]}],
 "policies": [{"name": "AssetsRW", "document": {"Version": "2012-10-17", "Statement": [{"Effect": "Allow",
   "Action": ["s3:*"], "Resource": ["arn:aws:s3:::assets", "arn:aws:s3:::assets/*"]}]}}],
 "providers": []}
END
)

start() {
  mkdir -p "$DATA/seaweedfs"
  write_identities
  # Without the upload limit, twenty concurrent uploads need 3 GB of memory; we do not use the iceberg and lance servers.
  cd "$DATA/seaweedfs"
  GOMEMLIMIT=1GiB spawn weed mini -dir="$DATA/seaweedfs" -ip=127.0.0.1 -ip.bind=127.0.0.1 \
    -s3.port="${PORT[s3]}" -s3.port.grpc="${PORT[s3_grpc]}" -s3.port.iceberg=0 -s3.port.lance=0 \
    -master.port="${PORT[seaweed_master]}" -master.port.grpc="${PORT[seaweed_master_grpc]}" \
    -volume.port="${PORT[seaweed_volume]}" -volume.port.grpc="${PORT[seaweed_volume_grpc]}" \
    -filer.port="${PORT[seaweed_filer]}" -filer.port.grpc="${PORT[seaweed_filer_grpc]}" \
    -admin.port="${PORT[seaweed_admin]}" -admin.port.grpc="${PORT[seaweed_admin_grpc]}" \
    -s3.config="$DATA/s3.json" -s3.iam.config="$DATA/iam.json" -bucket=assets,datasets \
    -s3.allowedOrigins="$DAILIES_PUBLIC_ORIGIN,$DAILIES_EXTRA_ORIGINS" -s3.concurrentUploadLimitMB=64 \
    -master.telemetry=false -webdav=false -admin.ui=false
}

# It leaves sockets named by port in /tmp.
stop() {
  stop_pids TERM 20
  local name
  for name in "${PORTS[@]}"; do rm -f /tmp/seaweedfs-*-"${PORT[$name]}".sock; done
}

# A signed request for each bucket: the port opens before filer and volumes are ready.
health() {
  local bucket
  for bucket in assets datasets; do
    curl -fsS -m 3 -o /dev/null --aws-sigv4 aws:amz:us-east-1:s3 -K - "http://127.0.0.1:${PORT[s3]}/$bucket?max-keys=1" \
      <<<"user = \"$S3_ACCESS_KEY_ID:$S3_SECRET_ACCESS_KEY\"" || return 1
  done
}
