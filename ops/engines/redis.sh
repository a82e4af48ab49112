# Redis 7: caches, rate limits and live progress.
# shellcheck shell=bash
PORTS=(redis)

install() { need_packages redis-server=redis-server; }
version() { redis-server --version | sed -E 's/.* v=([^ ]+).*/\1/'; }

start() {
  mkdir -p "$DATA/redis"
  (
    umask 077
    # A process title of its own would overwrite the marker by which we find it.
    # noeviction: streams and rate limits are state, and losing them silently is worse than an error.
    cat >"$DATA/redis.conf" <<END
bind 127.0.0.1
port ${PORT[redis]}
protected-mode yes
requirepass $REDIS_PASSWORD
dir $DATA/redis
appendonly yes
appendfsync everysec
save ""
maxmemory 256mb
maxmemory-policy noeviction
set-proc-title no
END
  )
  spawn redis-server "$DATA/redis.conf"
}

health() { [[ $(REDISCLI_AUTH=$REDIS_PASSWORD redis-cli -h 127.0.0.1 -p "${PORT[redis]}" ping) == PONG ]]; }
