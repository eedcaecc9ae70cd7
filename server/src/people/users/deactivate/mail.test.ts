import assert from "node:assert/strict";
import { after } from "node:test";
import { org, test, useServer } from "../../../../test/index.ts";
import { Mailbox } from "../../../../test/mailbox.ts";
import { startServer } from "../../../../test/server.ts";
import { deactivateUser } from "../contract.ts";

const mailbox = await Mailbox.open();
after(() => mailbox.close());
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url }));

test("an email is sent if there is a comment, even an empty one, and only if the change succeeds", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  const tooLong = { user_id: ada.id, deactivation_notification_comment: "x".repeat(2001) };
  await assert.rejects(acme.owner.call(deactivateUser, tooLong), {
    message: "deactivation_notification_comment is too long (limit: 2000 characters)",
  });
  const refused = { user_id: acme.owner.id, deactivation_notification_comment: "Farewell" };
  await assert.rejects(acme.owner.call(deactivateUser, refused));
  await acme.owner.call(deactivateUser, { user_id: cleo.id });
  await acme.owner.call(deactivateUser, { user_id: ada.id, deactivation_notification_comment: " Farewell! " });
  await acme.owner.call(deactivateUser, { user_id: ben.id, deactivation_notification_comment: "" });
  const [toAda, toBen] = [await mailbox.next(ada.email), await mailbox.next(ben.email)];
  assert.match(
    toAda.text ?? "",
    /has been deactivated[\s\S]*The administrator who deactivated it wrote:\s+Farewell!\s/,
  );
  assert.match(toBen.text ?? "", /has been deactivated/);
  assert.doesNotMatch(toBen.text ?? "", /wrote/);
  assert.deepEqual(mailbox.arrived, [], "nobody else gets an email");
});
