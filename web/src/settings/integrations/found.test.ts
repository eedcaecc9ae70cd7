import assert from "node:assert/strict";
import { test } from "node:test";
import { foundByCategory } from "./found.ts";

const listed = [
  { name: "json", display_name: "JSON", about: "Posts any document.", category: "general" },
  { name: "github", display_name: "GitHub", about: "Posts pushes of repositories.", category: "development" },
  { name: "gitlab", display_name: "GitLab", about: "Posts pushes of projects.", category: "development" },
];
const found = (query: string) =>
  foundByCategory(listed, query).map(([category, each]) => [category, each.map(({ name }) => name)]);

test("all are listed by category, in the order of the server", () => {
  assert.deepEqual(found(" "), [
    ["general", ["json"]],
    ["development", ["github", "gitlab"]],
  ]);
});

test("a search finds every word in the name or the sentence, whatever their case", () => {
  assert.deepEqual(found("GIT push"), [["development", ["github", "gitlab"]]]);
  assert.deepEqual(found("projects gitl"), [["development", ["gitlab"]]]);
  assert.deepEqual(found("svn"), []);
});
