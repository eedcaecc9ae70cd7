import * as push from "../../src/delivery/push/contract.ts";
import * as web from "../../src/delivery/push/web/contract.ts";
import type { Story } from "../scene.ts";

/** The browser's half of the example in RFC 8291. */
const BROWSER = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

export const pushExamples: Story = async ({ shows, outside, chiara, dev }) => {
  await shows(push.addFcmToken, dev, { token: "fGx3-android-token" });
  await shows(push.testPush, dev, { token: "fGx3-android-token" });
  await shows(push.removeFcmToken, dev, { token: "fGx3-android-token" });
  await shows(push.addApnsToken, chiara, { token: "c0ffee", appid: "org.example.chat" });
  await shows(push.removeApnsToken, chiara, { token: "c0ffee" });

  outside.answers("/register", 200, { device_id: "device-1" });
  await shows(push.registerPushDevice, chiara, {
    token_kind: "fcm",
    push_account_id: "2408",
    push_public_key: "RwHQhIhFH1RaQJ+1iuPlhYHKQKw/fxFGmM1x3qxzygE=",
    bouncer_public_key: "UmVhZCBtZSBpZiB5b3UgY2FuLCBkZWFyIGdhdGV3YXk=",
    encrypted_push_registration: "c2VhbGVkIGZvciB0aGUgZ2F0ZXdheQ==",
  });
  await shows(push.testEncryptedPush, chiara, { push_account_id: "2408" });

  await shows(web.getWebPushKey, dev, {});
  const endpoint = `${outside.url}/send/2Wq7`;
  await shows(web.subscribeToWebPush, dev, { endpoint, ...BROWSER });
  await shows(web.getWebPushSubscriptions, dev, {});
  await shows(web.testWebPush, dev, { endpoint });
  await shows(web.unsubscribeFromWebPush, dev, { endpoint });
};
