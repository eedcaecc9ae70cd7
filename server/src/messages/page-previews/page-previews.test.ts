import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { ask } from "../../../test/ask.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { settled, useReceiver } from "../../delivery/outgoing-webhooks/testing.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { renderMessage, sendMessage } from "../contract.ts";
import { deleteMessage } from "../delete/contract.ts";
import { editMessage } from "../edit/contract.ts";
import { getMessage } from "../history/contract.ts";
import { picture } from "../uploads/testing.ts";

const receiver = await useReceiver();

const HEAD = `<title>News</title><meta name="description" content="All of it">
  <meta property="og:image" content="https://pictures.example/p.png">`;

const asPage =
  (html = HEAD, type = "text/html; charset=utf-8", status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { "content-type": type }).end(html);

const link = (url: string) => `<a href="${url}">${url}</a>`;
const PICTURE = "https://pictures.example/p.png";
/** As the tests compare it: without the hash in the URL on our server. */
const embed = (url: string, title = "News") =>
  `<div class="message_embed"><a class="message_embed_image" href="${url}" ` +
  `style="background-image: url(&quot;/external_content/HASH/${Buffer.from(PICTURE).toString("hex")}&quot;)"></a>` +
  `<div class="data-container"><div class="message_embed_title"><a href="${url}" title="${title}">${title}</a></div>` +
  '<div class="message_embed_description">All of it</div></div></div>';

/** Ada and Ben in a channel of an organization with page previews. */
async function workspace(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const people = [acme.owner, ada, ben];
  await acme.channel("design", people);
  await acme.owner.call(updateRealm, { inline_url_embed_preview: true });
  return { acme, ada, ben };
}

const withoutHash = (html: string) => html.replace(/(?<=\/external_content\/)[0-9a-f]{40}(?=\/)/g, "HASH");

const shown = async (person: Person, message_id: number) =>
  withoutHash((await person.call(getMessage, { message_id })).message.content as string);

async function sends(acme: Organization, person: Person, content: string): Promise<number> {
  const id = await person.sends("#design > news", content);
  await settled(acme);
  return id;
}

test("a message shows a preview of a linked page soon after it is sent, which does not count as an edit", async (t) => {
  const { acme, ada, ben } = await workspace(t);
  const { url, received } = receiver.endpoint(asPage());
  let id = 0;
  const heard = await ben.eventsDuring(async () => {
    id = await sends(acme, ada, `look: ${url}`);
  });
  const content = `look: ${url}`;
  const before = `<p>look: ${link(url)}</p>`;
  const [sent, ...later] = heard;
  assert.equal(sent && (sent.message as { content: string }).content, before);
  assert.deepEqual(JSON.parse(withoutHash(JSON.stringify(later))), [
    {
      type: "update_message",
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      flags: [],
      edit_timestamp: acme.clock.now() / 1000,
      content,
      rendered_content: `${before}\n${embed(url)}`,
    },
  ]);
  assert.equal(await shown(ben, id), `${before}\n${embed(url)}`);
  const { message } = await ben.call(getMessage, { message_id: id });
  assert.ok(!("last_edit_timestamp" in message) && !("edit_history" in message));
  assert.deepEqual([received[0]?.method, received[0]?.headers.accept], ["GET", "text/html"]);
  assert.deepEqual([received[0]?.headers.authorization, received[0]?.headers.cookie], [undefined, undefined]);
});

test("a cached page is shown at once, and fetched once", async (t) => {
  const { acme, ada } = await workspace(t);
  const { url, received } = receiver.endpoint(asPage());
  await sends(acme, ada, url);
  const id = await ada.sends("#design > news", url);
  assert.ok((await shown(ada, id)).includes(embed(url)));
  const { rendered } = await ada.call(renderMessage, { content: url });
  assert.ok(withoutHash(rendered).includes(embed(url)));
  assert.equal(received.length, 1);
});

test("an edit adds and removes previews", async (t) => {
  const { acme, ada } = await workspace(t);
  const { url } = receiver.endpoint(asPage());
  const id = await sends(acme, ada, "nothing");
  await ada.call(editMessage, { message_id: id, content: url });
  await settled(acme);
  assert.ok((await shown(ada, id)).includes(embed(url)));
  await ada.call(editMessage, { message_id: id, content: "nothing again" });
  await settled(acme);
  assert.equal(await shown(ada, id), "<p>nothing again</p>");
});

test("previews are shown only where the organization enables them, and not for bots", async (t) => {
  const { acme, ada } = await workspace(t);
  const bot = await acme.bot("Robin", ada);
  await acme.channel("design", [ada, bot]);
  const { url, received } = receiver.endpoint(asPage());
  const id = await sends(acme, bot, url);
  await acme.owner.call(updateRealm, { inline_url_embed_preview: false });
  const other = await sends(acme, ada, url);
  for (const each of [id, other]) assert.equal(await shown(ada, each), `<p>${link(url)}</p>`);
  assert.equal(received.length, 0);
  await acme.owner.call(updateRealm, { inline_url_embed_preview: true, inline_image_preview: false });
  const third = await sends(acme, ada, `${url} https://example.com/x.png`);
  const html = await shown(ada, third);
  assert.deepEqual([html.includes(embed(url)), html.includes("<img")], [true, false]);
});

test("a link without a page or an image, or that fails, changes nothing", async (t) => {
  const { acme, ada, ben } = await workspace(t);
  const answers = [
    asPage(HEAD, "application/json"),
    asPage(HEAD, "text/html", 404),
    asPage("<title>No picture</title>"),
    (response: ServerResponse) => void response.destroy(),
  ];
  for (const answer of answers) {
    const { url, received } = receiver.endpoint(answer);
    const heard = await ben.eventsDuring(() => sends(acme, ada, url));
    assert.deepEqual(
      heard.map(({ type }) => type),
      ["message"],
    );
    await sends(acme, ada, url);
    assert.equal(received.length, 1, "it is not asked again at once");
  }
  // An address in the server's own network.
  const id = await sends(acme, ada, "http://169.254.169.254/latest/meta-data");
  assert.ok(!(await shown(ada, id)).includes("message_embed"));
});

test("the beginning of a long page is enough", async (t) => {
  const { acme, ada } = await workspace(t);
  const { url } = receiver.endpoint(asPage(`<head>${HEAD}</head><body>${"x".repeat(3 << 20)}`));
  assert.ok((await shown(ada, await sends(acme, ada, url))).includes(embed(url)));
});

test("a preview needs no more than the head of a page, even if the rest never comes", async (t) => {
  const { acme, ada } = await workspace(t);
  const { url } = receiver.endpoint(
    (response: ServerResponse) =>
      void response
        .writeHead(200, { "content-type": "text/html" })
        .write(`<head>${HEAD}</head><body>${"x".repeat(4096)}`),
  );
  assert.ok((await shown(ada, await sends(acme, ada, url))).includes(embed(url)));
});

test("a message that is edited or deleted while the page is fetched stays that way", async (t) => {
  const { acme, ada } = await workspace(t);
  const waiting: ServerResponse[] = [];
  const endpoint = receiver.endpoint((response) => void waiting.push(response));
  const changed = await ada.sends("#design > news", endpoint.url);
  await endpoint.wasCalled(1);
  await ada.call(editMessage, { message_id: changed, content: "never mind" });
  for (const response of waiting.splice(0)) asPage()(response);
  await settled(acme);
  assert.equal(await shown(ada, changed), "<p>never mind</p>");

  const another = receiver.endpoint((response) => void waiting.push(response));
  const deleted = await ada.sends("#design > news", another.url);
  await another.wasCalled(1);
  await acme.owner.call(deleteMessage, { message_id: deleted });
  for (const response of waiting.splice(0)) asPage()(response);
  await settled(acme);
  await assert.rejects(shown(ada, deleted), { code: "BAD_REQUEST" });
});

test("the preview of a direct message is sent to its participants only", async (t) => {
  const { acme, ada, ben } = await workspace(t);
  const { url } = receiver.endpoint(asPage());
  await acme.owner.watches();
  const heard = await ben.eventsDuring(async () => {
    await ada.call(sendMessage, { type: "direct", to: [ben.id], content: url });
    await settled(acme);
  });
  assert.deepEqual(
    heard.map(({ type }) => type),
    ["message", "update_message"],
  );
  assert.deepEqual(await acme.owner.catchesUp(), []);
});

test("the preview's image is served by our server", async (t) => {
  const { acme, ada } = await workspace(t);
  const png = await picture(30, 20);
  const bytes = Buffer.from(await png.arrayBuffer());
  const drawn = receiver.endpoint((response) => void response.setHeader("content-type", "image/png").end(bytes));
  const page = receiver.endpoint(asPage(`<title>News</title><meta property="og:image" content="${drawn.url}">`));
  const message_id = await sends(acme, ada, page.url);
  const { message } = await ada.call(getMessage, { message_id });
  const address = /url\(&quot;(.*?)&quot;\)/.exec((message as { content: string }).content)?.[1] as string;
  const fetched = await ask(acme.server, `GET /${address}`, { host: acme.realm.host, as: ada });
  assert.deepEqual([fetched.status, fetched.headers["content-type"]], [200, "image/png"]);
  assert.equal(Number(fetched.headers["content-length"]), bytes.length);
});
