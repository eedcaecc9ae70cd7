/** What is kept in memory of all users of an organization, and how it follows their changes. */
import assert from "node:assert/strict";
import { org, type Person, test } from "../../test/index.ts";
import { getMessages } from "../messages/contract.ts";
import { usersAlertedBy } from "../messages/preferences.ts";
import { setTyping } from "../messages/typing/contract.ts";
import { addAlertWords, removeAlertWords } from "../people/alert-words/contract.ts";
import { muteUser, unmuteUser } from "../people/muted-users/contract.ts";
import { serverContext } from "./server-context.ts";

const isAlerted = async (person: Person, id: number) => {
  const [message] = (await person.call(getMessages, { message_ids: [id] })).messages;
  return message?.flags.includes("has_alert_word");
};

test("a change of one user's preferences reads only theirs again", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("rows are changed past the API");
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  await ben.call(addAlertWords, { alert_words: ["tea"] });
  await ada.sends("#design > logo", "Nothing is kept before the first message.");
  await acme.alter((tx) =>
    tx.updateTable("alert_word").set({ word: "milk", word_key: "milk" }).where("user_id", "=", ben.id).execute(),
  );
  await ada.call(addAlertWords, { alert_words: ["coffee"] });
  const id = await ada.sends("#design > logo", "tea, milk, coffee");
  assert.deepEqual([await isAlerted(ada, id), await isAlerted(ben, id)], [true, true]);
  const milk = await ada.sends("#design > logo", "milk");
  assert.equal(await isAlerted(ben, milk), false, "Ben has changed nothing that anybody announced");
  await ben.call(addAlertWords, { alert_words: ["sugar"] });
  const later = await ada.sends("#design > logo", "milk");
  assert.equal(await isAlerted(ben, later), true);
});

test("messages that are sent together after changes are all compared with what there is", async (t) => {
  const acme = await org(t);
  const people = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  const [ada, ben] = people as [Person, Person, Person];
  await acme.channel("design", people);
  for (let round = 0; round < 4; round++) {
    const word = `word${round}`;
    await Promise.all([
      ...people.map((person) => person.call(addAlertWords, { alert_words: [word, "always"] })),
      round % 2 === 0 ? ben.call(muteUser, { muted_user_id: ada.id }) : ben.call(unmuteUser, { muted_user_id: ada.id }),
    ]);
    const sends = () => ada.sends("#design > logo", `${word} word${round - 1}`);
    const ids = await Promise.all([sends(), sends(), sends(), sends()]);
    for (const id of ids)
      assert.deepEqual(await Promise.all(people.map((person) => isAlerted(person, id))), [true, true, true]);
    await ben.call(removeAlertWords, { alert_words: [word] });
    const id = await ada.sends("#design > logo", word);
    assert.deepEqual(await Promise.all(people.map((person) => isAlerted(person, id))), [true, false, true]);
    const typed = await ben.eventsDuring(() => ada.call(setTyping, { to: [ben.id], op: "start" }));
    assert.equal(typed.length, round % 2 === 0 ? 0 : 1);
    await acme.clock.advance({ seconds: 20 });
  }
});

test("nothing is kept of other organizations", async (t) => {
  const acme = await org(t);
  const { app } = acme.server;
  const words = await app.database.reader
    .selectFrom("alert_word")
    .innerJoin("user", "user.id", "alert_word.user_id")
    .select("alert_word.word")
    .where("user.realm_id", "!=", acme.realm.id)
    .execute();
  assert.ok(words.length > 0, "the neighbours have alert words");
  const text = words.map(({ word }) => word).join("\n");
  assert.deepEqual(await usersAlertedBy(serverContext(app, acme.realm), text), []);
});
