#!/usr/bin/env bash
# Starts edge-server on a free port, calls it with curl, sets a fault, and checks the recorded requests.
set -euo pipefail

work=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT

token=11111111-1111-4111-8111-111111111111
echo 'only for this test run' >"$work/control"
cat >"$work/seed.json" <<JSON
{
  "users": [{"username": "ann", "password": "ann-password", "role": "master"}],
  "tokens": [{"username": "ann", "name": "ci", "token": "$token"}]
}
JSON

touch "$work/out"
edge-server --port 0 --seed "$work/seed.json" --control-secret-file "$work/control" >"$work/out" &
server=$!
for _ in $(seq 200); do
  url=$(sed -n 's/^edge-server listening on //p' "$work/out")
  [ -n "$url" ] && break
  kill -0 "$server" || exit 1
  sleep 0.05
done

expect() { # expect TEXT IN
  case $2 in *"$1"*) ;; *) echo "expected $1 in: $2" >&2; exit 1 ;; esac
}
list() { curl -sS -w ' HTTP %{http_code}' -H "API-Token: $token" "$url/admin-api/api_token"; }
control() { curl -sS -f -H "Control-Secret: $(cat "$work/control")" "$url/__control$1" "${@:2}"; }

expect '"name":"ci"' "$(list)"

control /faults -d '{"kind": "status", "status": 503, "operation": "listApiTokens", "times": 1}' >"$work/fault"
expect '"id":1' "$(cat "$work/fault")"
expect 'HTTP 503' "$(list)"
expect 'HTTP 200' "$(list)"

expect '"faults":["status"]' "$(control '/requests?status=503')"

curl -sS -f -H "API-Token: $token" -H 'Content-Type: application/json; charset=utf-8' \
  -d '{"name": "nightly", "expire": 0}' "$url/admin-api/api_token" >"$work/created"
sent=$(control '/requests?operation=createApiToken&violations=none&wait=1000')
expect '"body":{"name":"nightly","expire":0}' "$sent"

control '/requests.har?operation=createApiToken' >"$work/requests.har"
expect '"version":"1.2"' "$(cat "$work/requests.har")"

control /reset -X POST >"$work/reset"
expect '"data":[]' "$(control /requests)"

echo 'the gateway works, fails and recovers'
