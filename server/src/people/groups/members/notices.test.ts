import assert from "node:assert/strict";
import { type Heard, org, type Person, test } from "../../../../test/index.ts";
import * as messages from "../../../messages/contract.ts";
import { updateSettings } from "../../settings/contract.ts";
import * as contract from "../contract.ts";
import { makeGroup, role } from "../test-groups.ts";

const noticesIn = (heard: readonly Heard[]) =>
  heard.flatMap((event) => {
    const message = event.message as { type: string; sender_full_name: string; content: string } | undefined;
    return message ? [[message.type, message.sender_full_name, message.content]] : [];
  });

const hears = async (person: Person) => noticesIn(await person.catchesUp());

async function newestFor(person: Person): Promise<string | undefined> {
  const { messages: found } = await person.call(messages.getMessages, {
    anchor: "newest",
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  });
  return found.at(-1)?.content;
}

test("the notification bot notifies people whom someone else adds or removes, after the group's event", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const user_group_id = await makeGroup(ada, "crew");
  const heard = await ben.eventsDuring(() =>
    ada.call(contract.updateGroupMembers, { user_group_id, add: [ben.id, ada.id] }),
  );
  assert.deepEqual(
    heard.map(({ type }) => type),
    ["user_group", "message"],
  );
  assert.equal(noticesIn(heard)[0]?.[1], "Notification Bot");
  assert.equal(await newestFor(ben), `@_**Ada|${ada.id}** added you to the group @_*crew*.`);
  await ada.call(contract.updateGroupMembers, { user_group_id, delete: [ben.id] });
  assert.equal(await newestFor(ben), `@_**Ada|${ada.id}** removed you from the group @_*crew*.`);
});

test("notices are in the recipient's language", async (t) => {
  const acme = await org(t);
  const ben = await acme.member("Ben");
  await ben.call(updateSettings, { default_language: "de" });
  const user_group_id = await makeGroup(acme.owner, "crew");
  await acme.owner.call(contract.updateGroupMembers, { user_group_id, add: [ben.id] });
  assert.match((await newestFor(ben)) ?? "", /hat dich in die Gruppe @_\*crew\* aufgenommen/);
});

test("no notices about one's own changes, new groups or subgroups, and none to bots", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ada);
  for (const person of [ada, ben, bot]) await person.watches();
  const user_group_id = await makeGroup(ada, "crew", {
    members: [ben.id],
    can_join_group: role(acme, "role:members"),
  });
  const inner = await makeGroup(ada, "inner", { members: [ben.id] });
  await ada.call(contract.updateGroupMembers, { user_group_id, add: [bot.id], add_subgroups: [inner] });
  await ada.call(contract.updateGroupMembers, { user_group_id, add: [ada.id] });
  await ada.call(contract.updateGroupMembers, { user_group_id, delete: [ada.id] });
  await ben.call(contract.updateGroupMembers, { user_group_id, delete: [ben.id] });
  for (const person of [ada, ben, bot]) assert.deepEqual(await hears(person), []);
});

test("everyone in a large change gets one notice, most of them from a job", async (t) => {
  const acme = await org(t);
  const people: Person[] = [];
  for (let number = 0; number < 45; number++) people.push(await acme.member(`Person ${number}`));
  const user_group_id = await makeGroup(acme.owner, "crew");
  await acme.owner.call(contract.updateGroupMembers, { user_group_id, add: people.map(({ id }) => id) });
  await acme.server.app.jobs.settled();
  for (const person of people) {
    const { messages: found } = await person.call(messages.getMessages, {
      anchor: "newest",
      num_before: 5,
      num_after: 0,
    });
    assert.equal(found.filter(({ sender_full_name }) => sender_full_name === "Notification Bot").length, 1);
  }
});
