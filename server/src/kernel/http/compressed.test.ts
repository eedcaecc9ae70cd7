import assert from "node:assert/strict";
import { it } from "node:test";
import { gunzipSync } from "node:zlib";
import { Browser } from "../../../test/browser.ts";
import { org, test } from "../../../test/index.ts";
import { PASSWORD, withPassword } from "../../people/sign-in/testing.ts";
import { assembled, mayCompress, withoutCredentials } from "./compressed.ts";

const LONG = JSON.stringify(
  Array.from({ length: 50 }, (_, n) => ({ about: `Bot ${n} `.repeat(20), api_key: `k\\"${n}` })),
);

it("compressed text is the same text, whatever its padding", async () => {
  for (const text of [LONG, "plain ".repeat(2000)]) {
    const parts = withoutCredentials([text]);
    const lengths = new Set<number>();
    for (let n = 0; n < 50; n++) {
      const zipped = Buffer.concat(await assembled(parts));
      assert.equal(gunzipSync(zipped).toString(), text);
      assert.ok(zipped.length < text.length);
      lengths.add(zipped.length);
    }
    assert.ok(lengths.size > 10, "lengths differ");
  }
});

/** Without the padding, which is in the header. */
const bodyLength = ([, ...body]: readonly Buffer[]) => body.reduce((sum, { length }) => sum + length, 0);

it("the length of a compressed response does not depend on whether a text in it guesses a credential", async () => {
  const guess = "q3HxT0vLwZ7cYk9RbN2sJd8mPf5gVu1e";
  const another = [...guess].reverse().join("");
  const filler = "The tide comes in. ".repeat(100);
  const lengthWith = async (key: string) => {
    const text = JSON.stringify({ before: guess, api_key: key, after: `${guess} ${filler}` });
    return bodyLength(await assembled(withoutCredentials([text])));
  };
  assert.equal(await lengthWith(guess), await lengthWith(another));
});

it("requests that another site may have caused are answered without compression", () => {
  const accepting = { "accept-encoding": "gzip, deflate, br" };
  assert.equal(mayCompress(accepting), true);
  assert.equal(mayCompress({ ...accepting, "sec-fetch-site": "same-origin" }), true);
  for (const site of ["cross-site", "same-site", "none"])
    assert.equal(mayCompress({ ...accepting, "sec-fetch-site": site }), false);
  assert.equal(mayCompress({}), false);
  assert.equal(mayCompress({ "accept-encoding": "gzip;q=0" }), false);
});

test("a registration is compressed, and a short answer is not", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  const accepting = { "accept-encoding": "gzip", "x-csrftoken": browser.csrfToken };
  const registered = await browser.asks("POST //json/register", {}, accepting);
  assert.equal(registered.status, 200);
  assert.equal(registered.headers["content-encoding"], "gzip");
  assert.match(String(registered.headers.vary), /Accept-Encoding/);
  const short = await browser.asks("GET //json/users/me", undefined, { "accept-encoding": "gzip" });
  assert.equal(short.headers["content-encoding"], undefined);
});
