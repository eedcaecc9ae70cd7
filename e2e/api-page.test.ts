/** The API page in a real browser: it is searched, and an operation is tried with one's own key. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openBrowser, openWindow } from "./support/browser.ts";
import { newServer } from "./support/server.ts";

test("the API page can be searched, and its operations can be tried", async (t) => {
  const server = await newServer(t, "sqlite");
  const ada = await server.member("Ada");
  const page = await openWindow(t, await openBrowser(t), `http://localhost:${server.port}`);
  await page.goto("/api/");

  await page.getByLabel("Search").fill("renderMessage");
  await page.getByText("1 found").waitFor();
  assert.deepEqual(await page.locator("article:visible h3").allInnerTexts(), ["Render message"]);

  const article = page.locator("#renderMessage");
  await article.getByRole("button", { name: "Try it" }).click();
  await article.getByLabel("content").fill("*tides*");
  const answer = article.locator(".trying pre");
  await article.getByRole("button", { name: "Send request" }).click();
  await answer.getByText("UNAUTHORIZED").waitFor();

  await page.getByLabel("Search").fill("");
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("API key").fill(ada.apiKey);
  await article.getByRole("button", { name: "Send request" }).click();
  await answer.getByText("<p><em>tides</em></p>").waitFor();

  // In a page whose console may report the failure: what could not be loaded is loaded again, and two clicks open one form.
  const cut = await page.context().newPage();
  const description = "**/api/v1/openapi.json";
  await cut.route(description, (route) => route.abort());
  await cut.goto("/api/");
  const tried = cut.locator("#renderMessage");
  await tried.getByRole("button", { name: "Try it" }).click();
  await tried.getByText("Could not load the form").waitFor();
  await cut.unroute(description);
  await tried.getByRole("button", { name: "Try it" }).dblclick();
  await tried.getByLabel("content").waitFor();
  assert.equal(await tried.locator("form").count(), 1);
  assert.equal(await tried.getByText("Could not load the form").count(), 0);
  await cut.close();
});
