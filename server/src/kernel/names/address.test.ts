/** When two addresses are the same, and how older keys of addresses became today's. */
import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { up as addressesByLetters } from "../db/migrations/0098-addresses-by-letters.ts";
import { fold } from "../db/names.ts";
import { addressKey } from "./address-key.ts";

const DOTLESS = "M\u0131ke@Example.com";

test("the case of letters does not count, nor how an accent is written, but similar letters are different", async () => {
  assert.equal(addressKey("Mike@EXAMPLE.com"), "mike@example.com");
  assert.equal(addressKey("\u00C9LISE@example.com"), "\u00E9lise@example.com");
  assert.equal(addressKey("E\u0301lise@example.com"), "\u00E9lise@example.com");
  for (const other of [DOTLESS, "mi\u212Ae@example.com", "\uFF4Dike@example.com", "m\u0130ke@example.com"])
    assert.notEqual(addressKey(other), "mike@example.com", other);
  assert.notEqual(addressKey("stra\u00DFe@example.com"), addressKey("strasse@example.com"));
});

test("older keys become keys by letters", async (t) => {
  const acme = await org(t);
  const [mike, ben, zoe] = [await acme.member("Mike"), await acme.member("Ben"), await acme.member("Zoe")];
  acme.stopFollowing("the address is changed past the API");
  let keys: string[] = [];
  await acme.alter(async (tx) => {
    const old = { delivery_email: DOTLESS, delivery_email_key: `old-${fold(DOTLESS)}` };
    await tx.updateTable("user").set(old).where("id", "=", mike.id).execute();
    const accented = {
      delivery_email: "ZO\u00CB@example.com",
      delivery_email_key: `old-${fold("zo\u00EB@example.com")}`,
    };
    await tx.updateTable("user").set(accented).where("id", "=", zoe.id).execute();
    await addressesByLetters(tx as never);
    const rows = tx
      .selectFrom("user")
      .select("delivery_email_key")
      .where("id", "in", [mike.id, ben.id, zoe.id])
      .orderBy("id");
    keys = (await rows.execute()).map((row) => row.delivery_email_key);
  });
  assert.deepEqual(keys, ["m\u0131ke@example.com", "ben@example.com", "zo\u00EB@example.com"]);
});
