/** In which language errors are (decision 096). */
import assert from "node:assert/strict";
import { ask } from "../../../test/ask.ts";
import { Browser } from "../../../test/browser.ts";
import { org, test } from "../../../test/index.ts";
import { createChannel } from "../../channels/create/contract.ts";
import { translatedErrors } from "../../error-texts/index.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { PASSWORD, withPassword } from "../../people/sign-in/testing.ts";
import { counted, said } from "../api/index.ts";
import { errorTexts, speakerOf } from "./speaker.ts";

const GERMAN = { "accept-language": "fr-CA,de-AT;q=0.8,en;q=0.5" };

test("a browser session gets errors in the account's language, whatever the browser prefers", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  browser.headers = GERMAN;

  const english = await browser.calls("GET /streams/999999");
  assert.equal(english.body.msg, "Invalid channel ID");
  assert.equal(english.headers["content-language"], "en");

  await ada.call(updateSettings, { default_language: "zh-hans" });
  const chinese = await browser.calls("GET /streams/999999");
  assert.deepEqual(chinese.body, { result: "error", msg: "频道 ID 无效", code: "BAD_REQUEST" });
  assert.equal(chinese.headers["content-language"], "zh-Hans");

  await ada.call(updateSettings, { default_language: "fr" });
  assert.equal((await browser.calls("GET /streams/999999")).body.msg, "Invalid channel ID");
});

test("programs get English, unless they ask for another language", async (t) => {
  const { server, owner, realm } = await org(t);
  await owner.call(updateSettings, { default_language: "de" });
  await owner.call(updateRealm, { default_language: "de" });
  const asking = (headers: Record<string, string>) =>
    ask(server, "GET /streams/999999", { host: realm.host, as: owner, headers });

  assert.equal((await asking({})).body.msg, "Invalid channel ID");
  assert.equal((await asking({ "accept-language": "*" })).body.msg, "Invalid channel ID");
  assert.equal((await asking({ "accept-language": "fr" })).body.msg, "Invalid channel ID");
  const german = await asking(GERMAN);
  assert.equal(german.body.msg, "Ungültige Kanal-ID");
  assert.equal(german.headers["content-language"], "de-AT");
  assert.equal(german.headers.vary, "Accept-Language");
});

test("values are kept, also those that look like placeholders", async (t) => {
  const { server, owner, realm } = await org(t);
  const asking = async (what: string, language: string, form?: Record<string, string>) =>
    (
      await ask(server, what, {
        host: realm.host,
        as: owner,
        headers: { "accept-language": language },
        ...(form ? { form } : {}),
      })
    ).body.msg;

  await owner.call(createChannel, { name: "{0} {1}", subscribers: [] });
  const again = { name: "{0} {1}", subscribers: "[]" };
  assert.equal(await asking("POST /channels/create", "de", again), "Der Kanal „{0} {1}“ existiert bereits");
  // Names are isolated, so that they do not reorder the words around them.
  assert.equal(await asking("POST /channels/create", "ar", again), "القناة «\u2068{0} {1}\u2069» موجودة بالفعل");
});

test("the decoder's errors are translated, and the reasons and lists in errors", async (t) => {
  const { server, owner, realm } = await org(t);
  const asking = async (what: string, form: Record<string, string>) =>
    (await ask(server, what, { host: realm.host, as: owner, headers: GERMAN, form })).body;

  assert.equal((await asking("POST /messages", {})).msg, "Das Argument „type“ fehlt");
  const zone = { timezone: "Europe/Nowhere" };
  assert.equal((await asking("PATCH /settings", zone)).msg, "timezone ist ungültig: keine bekannte Zeitzone");
  const narrow = { narrow: '[{"operator":"is","operand":"blue"}]', anchor: "newest", num_before: "1", num_after: "0" };
  const found = await ask(server, `GET /messages?${new URLSearchParams(narrow)}`, {
    host: realm.host,
    as: owner,
    headers: GERMAN,
  });
  assert.equal(found.body.msg, "Ungültiger Suchoperator: unbekannter Wert für „is“: blue");
  assert.equal(found.body.desc, "unbekannter Wert für „is“: blue");
  const invited = await asking("POST /invites", { invitee_emails: owner.email, stream_ids: "[]" });
  assert.deepEqual(invited.errors, [[owner.email, "Hat bereits ein Konto.", false]]);
});

test("numbers of things are written as in the language", async () => {
  const parts = new Map<object, unknown>([[errorTexts, translatedErrors]]);
  const sentence = said`You can have at most ${counted(1200)} drafts.`;
  assert.equal(String(sentence), "You can have at most 1,200 drafts.");
  assert.equal(speakerOf({ parts }, "de").say(sentence), "Du kannst höchstens 1.200 Entwürfe haben.");
});

test("without an account, errors are in the browser's language", async (t) => {
  const acme = await org(t);
  const browser = new Browser(acme);
  browser.headers = GERMAN;
  assert.equal((await browser.asks("GET //json/nothing/here")).body.msg, "Nicht gefunden");
});
