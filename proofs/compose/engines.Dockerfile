# The programs of the engines for stand-ins of their official images, which cannot be pulled everywhere. Each stand-in finds the
# programs of its own folder only, beside those of BusyBox, as most official images have no others.
ARG BASE
FROM ${BASE} AS engines
RUN apt-get update \
  && mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf \
  && groupadd --system --gid 999 postgres && useradd --system --uid 999 --gid 999 --no-create-home postgres \
  && apt-get install --yes --no-install-recommends postgresql-15 redis-server busybox \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /usr/local/lib/node_modules
COPY programs /opt/programs
COPY maildev /opt/maildev
RUN for image in postgres redis seaweedfs server admin-tools maildev; do \
    mkdir -p /images/$image && busybox --install -s /images/$image; \
  done \
  && ln -s /usr/lib/postgresql/15/bin/initdb /usr/lib/postgresql/15/bin/postgres /usr/lib/postgresql/15/bin/psql \
    /usr/lib/postgresql/15/bin/pg_isready /images/postgres/ \
  && ln -s /usr/bin/redis-server /usr/bin/redis-cli /images/redis/ \
  && ln -s /opt/programs/weed /images/seaweedfs/ \
  && ln -s /opt/programs/temporal-server /images/server/ \
  && ln -s /opt/programs/temporal /opt/programs/temporal-sql-tool /images/admin-tools/ \
  && ln -s /usr/local/bin/node /images/maildev/ \
  && /images/postgres/wget --help >/dev/null
