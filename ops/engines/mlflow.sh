# MLflow: a tracking server with its own small database, started only on request (--with mlflow). It has no login, so it
# listens on this machine only; it refuses other host names itself.
# shellcheck shell=bash
PORTS=(mlflow)
MLFLOW_VENV=$CACHE/mlflow-$(hash_of <"$TOOLS/requirements-mlflow.txt")
MLFLOW_FOLDER=$DATA/mlflow

install() { once "$MLFLOW_VENV" install_venv "$TOOLS/requirements-mlflow.txt"; }
version() { "$MLFLOW_VENV/bin/python" -c 'import importlib.metadata as m; print(m.version("mlflow"))'; }

start() {
  mkdir -p "$MLFLOW_FOLDER/artifacts"
  cd "$MLFLOW_FOLDER"
  # Its job execution starts seven processes more, with 2 GB of memory, which nothing here uses.
  export MLFLOW_SERVER_ENABLE_JOB_EXECUTION=false MLFLOW_DISABLE_TELEMETRY=true PATH=$MLFLOW_VENV/bin:$PATH
  spawn mlflow server --host 127.0.0.1 --port "${PORT[mlflow]}" --workers 1 \
    --backend-store-uri "sqlite:///$MLFLOW_FOLDER/mlflow.db" --artifacts-destination "$MLFLOW_FOLDER/artifacts" --serve-artifacts
}

health() { http_ok "http://127.0.0.1:${PORT[mlflow]}/health"; }
