import assert from "node:assert/strict";
import { listen, type Organization, org, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { getAttachments } from "../../messages/uploads/contract.ts";
import { reads, uploads } from "../../messages/uploads/testing.ts";
import { deleteScheduledMessage, updateScheduledMessage } from "./contract.ts";
import { inSeconds, pass, schedules } from "./testing.ts";

// A server of its own: its clock skips weeks, which would end the queues of other tests.
useServer((engine) => startServer(engine));

const DAY = 24 * 3600;
const link = (pathId: string) => `[a](/user_uploads/${pathId})`;

async function daysPass(acme: Organization, days: number): Promise<void> {
  for (let day = 0; day < days; day += 4) await pass(acme, 4 * DAY);
}

const filesOf = async ({ owner }: Organization) =>
  (await owner.call(getAttachments, {})).attachments.map(({ path_id }) => path_id);

test("a file is kept while a scheduled message links to it, and then as long as that message", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const design = await acme.channel("design", [owner]);
  const paths: string[] = [];
  for (const n of [0, 1, 2, 3]) paths.push(await uploads(owner, new File([`file ${n}`], `${n}.txt`)));
  const [sent, removed, replaced, lone] = paths as [string, string, string, string];
  const at = inSeconds(acme, 60 * DAY);
  await schedules(acme, owner, design, link(sent), { at });
  const id = await schedules(acme, owner, design, link(removed), { at });
  const other = await schedules(acme, owner, design, `${link(replaced)} ${link(sent)}`, { at });
  await daysPass(acme, 44);
  assert.deepEqual(await filesOf(acme), [sent, removed, replaced], `without ${lone}`);

  await owner.call(deleteScheduledMessage, { scheduled_message_id: id });
  await owner.call(updateScheduledMessage, { scheduled_message_id: other, content: link(sent) });
  await pass(acme, 16 * DAY);
  await daysPass(acme, 24);
  assert.deepEqual(await filesOf(acme), [sent], "files without links are deleted five weeks later");
  await daysPass(acme, 44);
  assert.deepEqual(await filesOf(acme), [sent], "the sent messages claim it now");
  const { attachments } = await owner.call(getAttachments, {});
  assert.equal(attachments[0]?.messages.length, 2);
});

test("scheduling a message gives nobody access to its files, and sends no events about them", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const path = await uploads(ada);
  const ear = await listen(ada, { event_types: ["attachment"] });
  await schedules(acme, ada, [ben], link(path));
  // A link to another user's file does not claim it, and gives no access when it is sent.
  await schedules(acme, ben, [acme.owner], link(path), { at: inSeconds(acme, 59) });
  assert.equal((await reads(acme, `user_uploads/${path}`, ben)).status, 403);
  assert.deepEqual(await ear.hears(), []);
  await pass(acme, 60);
  assert.equal((await reads(acme, `user_uploads/${path}`, ben)).status, 200);
  assert.equal((await reads(acme, `user_uploads/${path}`, acme.owner)).status, 403);
  assert.deepEqual(
    (await ear.hears()).map(({ op }) => op),
    ["update"],
  );
});
