import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { register } from "../../registration/contract.ts";

test("without a model there are no summaries, and clients can tell", async (t) => {
  const acme = await org(t);
  const [ada, gus] = [await acme.member("Ada"), await acme.guest("Gus")];
  const msg = "AI features are not enabled on this server: no model is configured.";
  for (const person of [acme.owner, ada, gus])
    for (const params of [{}, { narrow: '[["channel","nowhere"]]' }]) {
      const answer = await person.asks("GET", "/messages/summary", params);
      assert.deepEqual([answer.code, answer.msg], ["BAD_REQUEST", msg]);
    }
  const state = await ada.call(register, { fetch_event_types: ["realm"] });
  assert.equal(state.server_can_summarize_topics, false);
});
