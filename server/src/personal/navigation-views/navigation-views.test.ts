import assert from "node:assert/strict";
import { ask, told } from "../../../test/ask.ts";
import { org, type Person, test } from "../../../test/index.ts";
import { register } from "../../registration/contract.ts";
import { addNavigationView, editNavigationView, getNavigationViews, removeNavigationView } from "./contract.ts";

const BUILT_IN = [
  "inbox",
  "recent",
  "feed",
  "drafts",
  "narrow/has/reaction/sender/me",
  "narrow/is/mentioned",
  "narrow/is/starred",
  "scheduled",
];

const viewsOf = async (person: Person) => (await person.call(getNavigationViews, {})).navigation_views;
const adds = (person: Person, params: Record<string, string>) =>
  person.asks("POST", "/navigation_views", { is_pinned: "true", ...params });

test("a view is added, changed and removed, and its owner's clients are notified", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ben.watches();
  const fragment = "narrow/channel/7-design/topic/100.25 é?#";
  const added = await ada.eventsDuring(() =>
    ada.call(addNavigationView, { fragment: ` ${fragment} `, is_pinned: false, name: " Logo " }),
  );
  const view = { fragment, is_pinned: false, name: "Logo" };
  assert.deepEqual(added, [{ type: "navigation_view", op: "add", navigation_view: view }]);
  assert.deepEqual(await viewsOf(ada), [view]);
  const registered = await ada.call(register, { fetch_event_types: ["navigation_views"] });
  assert.deepEqual(registered.navigation_views, [view]);

  const changes = (data: { is_pinned?: boolean; name?: string }) =>
    ada.eventsDuring(() => ada.call(editNavigationView, { fragment, ...data }));
  const update = { type: "navigation_view", op: "update", fragment };
  assert.deepEqual(await changes({ is_pinned: true }), [{ ...update, data: { is_pinned: true } }]);
  assert.deepEqual(await changes({ name: " Signet " }), [{ ...update, data: { name: "Signet" } }]);
  const both = { is_pinned: false, name: "Mark" };
  assert.deepEqual(await changes(both), [{ ...update, data: both }]);
  assert.deepEqual(await changes({}), []);
  assert.deepEqual(await viewsOf(ada), [{ fragment, ...both }]);

  const removed = await ada.eventsDuring(() => ada.call(removeNavigationView, { fragment }));
  assert.deepEqual(removed, [{ type: "navigation_view", op: "remove", fragment }]);
  assert.deepEqual(await viewsOf(ada), []);
  assert.deepEqual(await ben.catchesUp(), []);
});

test("built-in views cannot have a name, and are listed once they are configured", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  assert.deepEqual(await viewsOf(ada), []);
  for (const fragment of BUILT_IN) {
    assert.equal((await adds(ada, { fragment, name: "Mine" })).msg, "Built-in views cannot have a custom name.");
    await ada.call(addNavigationView, { fragment, is_pinned: true });
  }
  assert.deepEqual(
    await viewsOf(ada),
    BUILT_IN.map((fragment) => ({ fragment, is_pinned: true, name: null })),
  );
  assert.equal(
    (await ada.asks("PATCH", "/navigation_views/narrow/is/starred", { name: "Mine", is_pinned: "false" })).msg,
    "Built-in views cannot have a custom name.",
  );
  await ada.eventsDuring(() => ada.call(editNavigationView, { fragment: "narrow/is/starred", is_pinned: false }));
  assert.equal((await viewsOf(ada)).find(({ fragment }) => fragment === "narrow/is/starred")?.is_pinned, false);
  await ada.call(removeNavigationView, { fragment: "inbox" });
  // The text "null" means no name.
  assert.equal((await adds(ada, { fragment: "inbox", name: "null" })).result, "success");
});

test("a view needs a unique fragment and, unless it is built in, a unique name", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ada.call(addNavigationView, { fragment: "narrow/is/alerted", is_pinned: true, name: "Alerts" });
  await ada.call(addNavigationView, { fragment: "narrow/is/followed", is_pinned: true, name: "Followed" });
  await ada.call(addNavigationView, { fragment: "inbox", is_pinned: true });
  const before = await viewsOf(ada);
  const custom = { fragment: "narrow/is/dm", name: "Direct" };
  const cases: [Record<string, string>, string][] = [
    [{ ...custom, fragment: "  " }, "fragment cannot be blank"],
    [{ ...custom, fragment: "", name: "" }, "fragment cannot be blank"],
    [{ ...custom, name: "  " }, "name cannot be blank"],
    [{ fragment: custom.fragment }, "Custom views must have a valid name."],
    [{ ...custom, name: "null" }, "Custom views must have a valid name."],
    [{ ...custom, fragment: "narrow/is/alerted" }, "Navigation view already exists."],
    [{ ...custom, name: "Alerts" }, "Navigation view already exists."],
    [{ fragment: "inbox" }, "Navigation view already exists."],
    [{ ...custom, fragment: "x".repeat(2001) }, "fragment is too long (limit: 2000 characters)"],
    [{ ...custom, name: "x".repeat(101) }, "name is too long (limit: 100 characters)"],
    [{ ...custom, fragment: "a\0b" }, "Invalid fragment: Value error, Null bytes are not allowed"],
    [{ ...custom, is_pinned: "yes" }, "is_pinned is not valid JSON"],
  ];
  const heard = await ada.eventsDuring(async () => {
    for (const [params, msg] of cases) {
      const { code, ...answer } = await adds(ada, params);
      assert.deepEqual([answer.msg, code], [msg, "BAD_REQUEST"]);
    }
    assert.equal((await ada.asks("POST", "/navigation_views", custom)).msg, "Missing 'is_pinned' argument");
    assert.equal((await adds(ada, { name: "x" })).msg, "Missing 'fragment' argument");
    for (const [name, msg] of [
      ["Followed", "Navigation view already exists."],
      ["Alerts", "Navigation view already exists."],
      [" ", "name cannot be blank"],
      ["x".repeat(101), "name is too long (limit: 100 characters)"],
    ] as const)
      assert.equal((await ada.asks("PATCH", "/navigation_views/narrow/is/alerted", { name })).msg, msg);
  });
  assert.deepEqual(heard, []);
  assert.deepEqual(await viewsOf(ada), before);
  // Case matters in names, and each user has their own views.
  await ada.call(addNavigationView, { fragment: "narrow/is/dm", is_pinned: true, name: "ALERTS" });
  await ben.call(addNavigationView, { fragment: "narrow/is/alerted", is_pinned: true, name: "Alerts" });
});

test("a missing view, or another user's, is BAD_REQUEST with status 404", async (t) => {
  const acme = await org(t);
  const other = await org(t);
  const [ada, gil, bot] = [await acme.member("Ada"), await acme.guest("Gil"), await acme.bot("Robin", acme.owner)];
  const fragment = "narrow/is/alerted";
  await ada.call(addNavigationView, { fragment, is_pinned: true, name: "Alerts" });
  const missing = { status: 404, result: "error", msg: "Navigation view does not exist.", code: "BAD_REQUEST" };
  for (const as of [gil, bot, acme.owner, other.owner]) {
    const { host } = as === other.owner ? other.realm : acme.realm;
    const tries = async (what: string, form: Record<string, string> = {}) =>
      told(await ask(acme.server, `${what} /navigation_views/${fragment}`, { host, as, form }));
    assert.deepEqual(await tries("PATCH", { is_pinned: "false" }), missing);
    assert.deepEqual(await tries("PATCH", { name: "Taken" }), missing);
    assert.deepEqual(await tries("PATCH"), missing);
    assert.deepEqual(await tries("DELETE"), missing);
    assert.deepEqual(await viewsOf(as), []);
    await as.call(addNavigationView, { fragment, is_pinned: false, name: "Alerts" });
    await as.call(removeNavigationView, { fragment });
  }
  await assert.rejects(ada.call(removeNavigationView, { fragment: "inbox" }), { status: 404, code: "BAD_REQUEST" });
  assert.deepEqual(await viewsOf(ada), [{ fragment, is_pinned: true, name: "Alerts" }]);
});

test("of two simultaneous requests that add the same view, one is rejected", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const view = { fragment: "narrow/is/alerted", name: "Alerts" };
  const answers = await Promise.all([adds(ada, view), adds(ada, view), adds(ada, { ...view, fragment: "x" })]);
  assert.deepEqual(answers.map(({ result }) => result).sort(), ["error", "error", "success"]);
  assert.equal((await viewsOf(ada)).length, 1);
});
