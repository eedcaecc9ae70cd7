import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { up as renamePlaygrounds } from "../../kernel/db/migrations/0088-playgrounds-by-known-names.ts";
import { renderMessage } from "../../messages/contract.ts";
import { register } from "../../registration/contract.ts";
import { updateRealm } from "../realms/contract.ts";
import { addPlayground, removePlayground } from "./contract.ts";

const rust = {
  name: "Rust playground",
  pygments_language: "Rust",
  url_template: "https://play.rust-lang.org/?code={code}",
};

test("playgrounds can be added and removed, and everyone receives all of them", async (t) => {
  const acme = await org(t);
  const [owner, gus] = [acme.owner, await acme.guest("Gus")];
  await gus.watches();
  const { id } = await owner.call(addPlayground, rust);
  assert.deepEqual(await gus.catchesUp(), [{ type: "realm_playgrounds", realm_playgrounds: [{ id, ...rust }] }]);
  const { id: other } = await owner.call(addPlayground, { ...rust, name: "Another" });
  const { realm_playgrounds } = await gus.call(register, { fetch_event_types: ["realm_playgrounds"] });
  assert.deepEqual(realm_playgrounds, [
    { id, ...rust },
    { id: other, ...rust, name: "Another" },
  ]);
  await gus.catchesUp();
  const heard = await gus.eventsDuring(() => owner.call(removePlayground, { playground_id: id }));
  assert.deepEqual(heard, [
    { type: "realm_playgrounds", realm_playgrounds: [{ id: other, ...rust, name: "Another" }] },
  ]);
});

test("invalid playgrounds are rejected with the reason by field", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await owner.call(addPlayground, rust);
  const asks = (change: Partial<typeof rust>) => owner.asks("POST", "/realm/playgrounds", { ...rust, ...change });
  const fresh = { name: "Other" };
  for (const [change, field, msg] of [
    [{ ...fresh, pygments_language: "Rust!" }, "pygments_language", "Invalid characters in pygments language"],
    [{ ...fresh, pygments_language: " " }, "pygments_language", "This field cannot be blank."],
    [{ name: " " }, "name", "This field cannot be blank."],
    [{ ...fresh, url_template: "https://x.test/{code" }, "url_template", "Invalid URL template."],
    ...[
      "javascript:{code}",
      "JavaScript:alert({code})",
      "data:text/html,{code}",
      "{+code}",
      "/{code}",
      "https://{+code}",
    ].map((url_template) => [{ ...fresh, url_template }, "url_template", "Invalid URL template."] as const),
    [
      { ...fresh, url_template: "https://x.test/" },
      "url_template",
      'Missing the required variable "code" in the URL template',
    ],
    [
      { ...fresh, url_template: "https://x.test/{lang}" },
      "url_template",
      'Missing the required variable "code" in the URL template',
    ],
    [
      { ...fresh, url_template: "https://x.test/{lang}/{code}" },
      "url_template",
      '"code" should be the only variable present in the URL template',
    ],
    [{}, "__all__", "This language already has a playground with this name."],
  ] as const) {
    const answer = await asks(change);
    assert.deepEqual([answer.code, answer.msg, answer.errors], ["BAD_REQUEST", msg, { [field]: [msg] }]);
  }
  assert.equal(
    (await asks({ pygments_language: "x".repeat(41) })).msg,
    "pygments_language is too long (limit: 40 characters)",
  );
  for (const pygments_language of ["C++", "C#", "objective-c", "ML.Net 5/6_x", "x".repeat(40)])
    assert.equal((await asks({ pygments_language })).result, "success", pygments_language);
});

test("removing a playground clears the default code block language if it was the same", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const { id } = await owner.call(addPlayground, rust);
  const { id: other } = await owner.call(addPlayground, { ...rust, pygments_language: "Python" });
  await owner.call(updateRealm, { default_code_block_language: "Rust" });
  const language = async () => (await owner.asks("POST", "/register")).realm_default_code_block_language;
  await owner.call(removePlayground, { playground_id: other });
  assert.equal(await language(), "Rust");
  const heard = await owner.eventsDuring(() => owner.call(removePlayground, { playground_id: id }));
  assert.deepEqual(heard, [
    { type: "realm", op: "update", property: "default_code_block_language", value: "" },
    { type: "realm_playgrounds", realm_playgrounds: [] },
  ]);
  assert.equal(await language(), "");
});

test("only administrators can change playgrounds, and only in their own organization", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const ada = await acme.member("Ada");
  for (const [method, path] of [
    ["POST", "/realm/playgrounds"],
    ["DELETE", "/realm/playgrounds/1"],
  ] as const) {
    const { code, msg } = await ada.asks(method, path);
    assert.deepEqual([code, msg], ["UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
  }
  const { id } = await acme.owner.call(addPlayground, rust);
  for (const playground_id of [id, 999_999])
    await assert.rejects(other.owner.call(removePlayground, { playground_id }), { message: "Invalid playground" });
});

test("playgrounds under the former name of a language have the name that new messages show", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const { owner } = acme;
  const add = (name: string, pygments_language: string, to = owner) =>
    to.call(addPlayground, { ...rust, name, pygments_language });
  await add("Play", "Dockerfile");
  await add("Twice", "Dockerfile");
  await add("Twice", "Docker");
  await add("Run", "PostgreSQL");
  await add("Rust", "Rust");
  await add("Twice", "Dockerfile", other.owner);
  other.stopFollowing("the migration changes its rows past the API");
  // Twice, as if it had been interrupted.
  for (let n = 0; n < 2; n++) await acme.alter((tx) => renamePlaygrounds(tx as never));
  const languages = async (person = owner) => {
    const { realm_playgrounds } = await person.call(register, { fetch_event_types: ["realm_playgrounds"] });
    return realm_playgrounds?.map((each) => [each.name, each.pygments_language]);
  };
  assert.deepEqual(await languages(), [
    ["Play", "Docker"],
    ["Twice", "Dockerfile"],
    ["Twice", "Docker"],
    ["Run", "PostgreSQL SQL dialect"],
    ["Rust", "Rust"],
  ]);
  assert.deepEqual(await languages(other.owner), [["Twice", "Docker"]]);
  const { rendered } = await owner.call(renderMessage, { content: "```dockerfile\nFROM a\n```" });
  assert.ok(rendered.includes('data-code-language="Docker"'), rendered);
});
