import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING_CHOSEN, optionsFrom, patternsIn, urlFrom } from "./chosen.ts";

const github = {
  name: "github",
  options: [
    { key: "branches", label: "" },
    { key: "ignore_private_repositories", label: "" },
  ],
};
const url = (chosen: Partial<typeof NOTHING_CHOSEN>) =>
  urlFrom("https://chat.example.com", github, "KEY", { ...NOTHING_CHOSEN, ...chosen });

test("an address has the key and only what was chosen", () => {
  assert.equal(url({}), "https://chat.example.com/api/v1/external/github?api_key=KEY");
  assert.equal(
    url({ channelId: 7, topic: " Shop & co ", filter: "only", events: ["push", "issue*"] }),
    "https://chat.example.com/api/v1/external/github?api_key=KEY&stream=7&topic=Shop+%26+co&only_events=%5B%22push%22%2C%22issue*%22%5D",
  );
  assert.equal(
    url({ options: { branches: "main", ignore_private_repositories: true, template: "no option of it" } }),
    "https://chat.example.com/api/v1/external/github?api_key=KEY&branches=main&ignore_private_repositories=true",
  );
  assert.equal(
    url({ options: { branches: "", ignore_private_repositories: false } }),
    "https://chat.example.com/api/v1/external/github?api_key=KEY",
  );
});

test("a topic needs a channel, and a filter needs events", () => {
  assert.deepEqual(optionsFrom(github, { ...NOTHING_CHOSEN, topic: "shop", filter: "except", events: [] }), {});
  assert.deepEqual(optionsFrom(github, { ...NOTHING_CHOSEN, filter: "all", events: ["push"] }), {});
  assert.deepEqual(optionsFrom(github, { ...NOTHING_CHOSEN, filter: "except", events: ["push"] }), {
    exclude_events: ["push"],
  });
});

test("patterns are separated by commas", () => {
  assert.deepEqual(patternsIn(" com.example.* ,,order?"), ["com.example.*", "order?"]);
});
