import assert from "node:assert/strict";
import { CAPABILITIES } from "@parley/client";
import { type Heard, listen, org, type Person, test } from "../../../test/index.ts";
import { getMessages } from "../../messages/contract.ts";
import { editMessage } from "../../messages/edit/contract.ts";
import { register } from "../../registration/contract.ts";
import { linkifierMatches } from "../../text/markdown/linkifiers.ts";
import { addLinkifier, getLinkifiers, removeLinkifier, reorderLinkifiers, updateLinkifier } from "./contract.ts";

const ticket = { pattern: "#(?P<id>[0-9]+)", url_template: "https://tickets.test/{id}" };
const commit = { pattern: "(?P<hash>[0-9a-f]{40})", url_template: "https://code.test/{hash}" };

const fetched = async (person: Person, id: number) =>
  (await person.call(getMessages, { message_ids: [id] })).messages[0];

test("linkifiers can be added, changed, reordered and removed, and everyone receives all of them", async (t) => {
  const acme = await org(t);
  const [owner, gus] = [acme.owner, await acme.guest("Gus")];
  const older = await listen(gus);
  await gus.watches();
  const { id: first } = await owner.call(addLinkifier, ticket);
  const { id: second } = await owner.call(addLinkifier, commit);
  const heard = await gus.catchesUp();
  const listed = [
    { id: first, ...ticket },
    { id: second, ...commit },
  ];
  assert.deepEqual(heard, [
    { type: "realm_linkifiers", realm_linkifiers: listed.slice(0, 1) },
    { type: "realm_linkifiers", realm_linkifiers: listed },
  ]);
  assert.deepEqual((await gus.call(getLinkifiers, {})).linkifiers, listed);

  const reordered = await gus.eventsDuring(() =>
    owner.call(reorderLinkifiers, { ordered_linkifier_ids: [second, first] }),
  );
  assert.deepEqual(reordered, [{ type: "realm_linkifiers", realm_linkifiers: listed.toReversed() }]);

  const changed = { pattern: "T(?P<id>[0-9]+)", url_template: "https://tickets.test/t/{id}" };
  await owner.call(updateLinkifier, { filter_id: first, ...changed });
  await owner.call(removeLinkifier, { filter_id: second });
  assert.deepEqual((await gus.call(getLinkifiers, {})).linkifiers, [{ id: first, ...changed }]);
  assert.deepEqual(await older.hears(), [], "clients that do not support templates get no events");
});

test("clients that do not support URL templates get no linkifiers", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { id } = await acme.owner.call(addLinkifier, ticket);
  const told = async (linkifier_url_template: boolean) => {
    const client_capabilities = { ...CAPABILITIES, linkifier_url_template };
    const { realm_linkifiers, realm_filters } = await ada.call(register, { client_capabilities });
    return [realm_linkifiers, realm_filters];
  };
  assert.deepEqual(await told(true), [[{ id, ...ticket }], []]);
  assert.deepEqual(await told(false), [[], []]);
});

test("matches in new messages and in topics become links; an earlier linkifier wins", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const before = await ada.sends("#design > about #12", "see #12");
  assert.equal((await fetched(ada, before))?.content, "<p>see #12</p>");
  const { id: first } = await acme.owner.call(addLinkifier, ticket);
  const any = { pattern: "#(?P<word>[a-z0-9]+)", url_template: "https://tags.test/{word}" };
  const { id: second } = await acme.owner.call(addLinkifier, any);
  const link = (href: string, text: string) => `<a href="${href}">${text}</a>`;
  const id = await ada.sends("#design > about #12", "see #12, (#tag) and `#12`; not a#12 or #12b3c");
  assert.equal(
    (await fetched(ada, id))?.content,
    `<p>see ${link("https://tickets.test/12", "#12")}, (${link("https://tags.test/tag", "#tag")}) and <code>#12</code>; not a#12 or ${link("https://tags.test/12b3c", "#12b3c")}</p>`,
  );
  const topic_links = [{ text: "#12", url: "https://tickets.test/12" }];
  assert.deepEqual((await fetched(ada, id))?.topic_links, topic_links);
  assert.deepEqual((await fetched(ada, before))?.topic_links, topic_links);

  const heard: Heard[] = await ada.eventsDuring(() => ada.call(editMessage, { message_id: id, topic: "#tag instead" }));
  const moved = heard.find((event) => event.type === "update_message");
  assert.deepEqual(moved?.topic_links, [{ text: "#tag", url: "https://tags.test/tag" }]);

  await acme.owner.call(reorderLinkifiers, { ordered_linkifier_ids: [second, first] });
  assert.deepEqual((await fetched(ada, before))?.topic_links, [{ text: "#12", url: "https://tags.test/12" }]);
  await acme.owner.call(removeLinkifier, { filter_id: second });
  await acme.owner.call(removeLinkifier, { filter_id: first });
  assert.deepEqual((await fetched(ada, before))?.topic_links, []);
  const after = await ada.sends("#design > x", "see #12");
  assert.equal((await fetched(ada, after))?.content, "<p>see #12</p>");
});

test("each organization has its own linkifiers", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const { id } = await acme.owner.call(addLinkifier, ticket);
  assert.deepEqual((await other.owner.call(getLinkifiers, {})).linkifiers, []);
  const theirs = await other.owner.sends("#general > x", "#12");
  assert.equal((await fetched(other.owner, theirs))?.content, "<p>#12</p>");
  const gone = { message: "Linkifier not found.", code: "BAD_REQUEST" };
  await assert.rejects(other.owner.call(removeLinkifier, { filter_id: id }), gone);
  await assert.rejects(other.owner.call(updateLinkifier, { filter_id: id, ...commit }), gone);
  await other.owner.call(addLinkifier, ticket);
});

test("invalid patterns and templates are rejected with the reason by field, and nothing changes", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const { id } = await owner.call(addLinkifier, ticket);
  const { id: other } = await owner.call(addLinkifier, commit);
  const refused: [Partial<typeof ticket>, string, string | RegExp][] = [
    [{ pattern: "(" }, "pattern", /^Bad regular expression: /],
    [{ pattern: "(?P<id>a)(?=b)" }, "pattern", /^Bad regular expression: /],
    [{ pattern: " " }, "pattern", /^Bad regular expression: /],
    [{ url_template: "https://x.test/{id" }, "url_template", "Invalid URL template."],
    [{ url_template: "" }, "url_template", "Invalid URL template."],
    ...["javascript:alert({id})", "JAVASCRIPT:{id}", "vbscript:{id}", "data:text/html,{id}", "x-{id}:y"].map(
      (url_template): [Partial<typeof ticket>, string, string] => [
        { url_template },
        "url_template",
        "Invalid URL template.",
      ],
    ),
    [
      { url_template: "https://x.test/{id}/{part}" },
      "__all__",
      "Group 'part' in URL template is not present in linkifier pattern.",
    ],
    [
      { pattern: "#(?P<id>[0-9]+)-(?P<part>[0-9]+)" },
      "__all__",
      "Group 'part' in linkifier pattern is not present in URL template.",
    ],
    [{ pattern: ` ${ticket.pattern} ` }, "pattern", "A linkifier with this pattern already exists."],
  ];
  for (const [change, field, expected] of refused) {
    const asked = { ...ticket, ...change };
    const answer = await owner.asks("POST", "/realm/filters", asked);
    assert.equal(answer.code, "BAD_REQUEST");
    const [fault] = (answer.errors as Record<string, string[]>)[field] ?? [];
    assert.equal(fault, answer.msg);
    if (typeof expected === "string") assert.equal(answer.msg, expected);
    else assert.match(answer.msg, expected);
    const changed = await owner.asks("PATCH", `/realm/filters/${other}`, asked);
    assert.equal(changed.msg, answer.msg);
  }
  const both = await owner.asks("POST", "/realm/filters", { pattern: "(", url_template: "{" });
  assert.deepEqual(Object.keys(both.errors as object), ["pattern", "url_template"]);
  assert.equal((await owner.asks("POST", "/realm/filters", { pattern: "a" })).msg, "Missing 'url_template' argument");
  // A linkifier's own pattern is not a duplicate.
  await owner.call(updateLinkifier, { filter_id: id, ...ticket });
  assert.deepEqual((await owner.call(getLinkifiers, {})).linkifiers, [
    { id, ...ticket },
    { id: other, ...commit },
  ]);
});

test("an order must name every linkifier once", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await owner.call(reorderLinkifiers, { ordered_linkifier_ids: [] });
  const { id: first } = await owner.call(addLinkifier, ticket);
  const { id: second } = await owner.call(addLinkifier, commit);
  const incomplete = "The ordered list must enumerate all existing linkifiers exactly once";
  const duplicated = "The ordered list must not contain duplicated linkifiers";
  for (const [order, message] of [
    [[first, first], duplicated],
    [[first, second, first], duplicated],
    [[first], incomplete],
    [[first, second, 999_999], incomplete],
    [[], incomplete],
  ] as const)
    await assert.rejects(owner.call(reorderLinkifiers, { ordered_linkifier_ids: [...order] }), { message });
});

test("only administrators can change linkifiers, which is checked first", async (t) => {
  const acme = await org(t);
  const mona = await acme.moderator("Mona");
  for (const [method, path] of [
    ["POST", "/realm/filters"],
    ["PATCH", "/realm/filters/1"],
    ["DELETE", "/realm/filters/1"],
    ["PATCH", "/realm/linkifiers"],
  ] as const) {
    const { code, msg } = await mona.asks(method, path);
    assert.deepEqual([code, msg], ["UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
  }
  const adam = await acme.administrator("Adam");
  await adam.call(addLinkifier, ticket);
});

test("slow patterns are abandoned, and patterns that are too long are rejected", async (t) => {
  const acme = await org(t);
  const asked = { pattern: "a".repeat(10_001), url_template: "https://example.com/" };
  assert.match((await acme.owner.asks("POST", "/realm/filters", asked)).msg, /the pattern is too large/);

  // Each match scans to the end of the text: its cost is checked before the search.
  const costs: number[] = [];
  const greedy = { pattern: "x(?:[ x]*y)?", url_template: "https://example.com/" };
  const affords = (cost: number) => costs.push(cost) <= 3;
  assert.equal(linkifierMatches([greedy], "x ".repeat(100), affords), undefined);
  assert.equal(costs.length, 4);
  assert.ok(costs.every((cost) => cost > 190));
});
