import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { getServerSettings } from "../../organization/realms/contract.ts";
import { register } from "../../registration/contract.ts";
import { notify } from "./testing.ts";

test("without a gateway tokens are stored but nobody is notified, and operations that need a gateway return an error", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  assert.equal((await ada.call(getServerSettings, {})).push_notifications_enabled, false);
  const state: Record<string, unknown> = await ada.call(register, { fetch_event_types: ["realm", "push_device"] });
  assert.deepEqual([state.realm_push_notifications_enabled, state.push_devices], [false, {}]);
  assert.equal((await ada.asks("POST", "/users/me/android_gcm_reg_id", { token: "token" })).result, "success");
  assert.equal(
    (await ada.asks("POST", "/users/me/apns_device_token", { token: "ab", appid: "a.b" })).result,
    "success",
  );
  await notify(acme, [ada], await ben.writes(ada, "hello"));
  const { reader } = acme.server.app.database;
  const jobs = await reader.selectFrom("job").select("kind").where("realm_id", "=", acme.realm.id).execute();
  assert.ok(!jobs.some(({ kind }) => kind.includes("push")));

  const registration = {
    token_kind: "fcm",
    push_account_id: "1",
    push_public_key: "RwHQhIhFH1RaQJ+1iuPlhYHKQKw/fxFGmM1x3qxzygE=",
    bouncer_public_key: "key",
    encrypted_push_registration: "sealed",
  };
  for (const path of [
    "/mobile_push/test_notification",
    "/mobile_push/e2ee/test_notification",
    "/mobile_push/register",
  ]) {
    const { code, msg } = await ada.asks("POST", path, path.endsWith("register") ? registration : {});
    assert.deepEqual(
      [code, msg],
      ["PUSH_SERVICE_NOT_CONFIGURED", "Server is not configured to use push notification service."],
    );
  }
});

test("an unreachable gateway gets an error of its own", async (t) => {
  const pushGateway = { url: "http://127.0.0.1:9", secret: "a secret of the gateway" };
  const server = await startServer("sqlite", { pushGateway });
  t.after(() => server.close());
  const acme = await org(t, server);
  const ada = await acme.member("Ada");
  await ada.asks("POST", "/users/me/android_gcm_reg_id", { token: "token" });
  const { code } = await ada.asks("POST", "/mobile_push/test_notification");
  assert.equal(code, "FAILED_TO_CONNECT_BOUNCER");
});
