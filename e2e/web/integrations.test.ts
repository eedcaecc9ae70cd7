/** Integrations in the browser: finding one, its address, its secret, a test, and what became of requests. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { channels } from "@parley/server/contract";
import type { Browser, Page } from "playwright-core";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { type Lifetime, newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";
import { fitsAPhone, SMALLEST_PHONE } from "./support/touch.ts";

const NEWS = `<rss version="2.0"><channel><title>Harbour news</title><item><guid>1</guid><title>Fog</title></item></channel></rss>`;

const PLAN = ["BEGIN:VCALENDAR", "VERSION:2.0", "X-WR-CALNAME:Our plan", "END:VCALENDAR", ""].join("\r\n");

/** A website with a feed, on this machine. */
async function publishing(lifetime: Lifetime, document = NEWS): Promise<{ readonly url: string }> {
  const website = createServer((_request, response) => void response.end(document));
  lifetime.after(() => website.close());
  await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(website.address() as AddressInfo).port}/feed.xml` };
}

describe("integrations", () => {
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
  let server: Server;
  let ada: Person;
  let browser: Browser;
  let page: Page;

  const opens = async (address: string, device?: typeof SMALLEST_PHONE): Promise<Page> => {
    const opened = await openWindow(lifetime, browser, `http://localhost:${server.port}`, {
      ...(device && { device }),
      loadsOnce: true,
    });
    await entersAs(opened, { email: ada.email, password: PASSWORD }, address);
    return opened;
  };
  const button = (name: string, at = page) => at.getByRole("button", { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const requests = (at = page) => at.getByRole("list", { name: "Last requests" }).getByRole("listitem");
  const address = () => page.locator(".integration-url code").innerText();

  before(async () => {
    server = await newServer(lifetime, "sqlite");
    ada = await server.member("Ada");
    await ada.call(channels.subscribe, { subscriptions: [{ name: "deploys" }] });
    browser = await openBrowser(lifetime);
    page = await opens("/#settings/integrations");
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  test("the list is searched, and an entry opens the integration", async () => {
    await page.getByRole("heading", { name: "Integrations", level: 1 }).waitFor();
    await page.getByRole("heading", { name: "Monitoring", level: 2 }).waitFor();
    await noViolations(page);
    await page.getByRole("searchbox", { name: "Search integrations" }).fill("github");
    await page.getByRole("heading", { name: "Monitoring", level: 2 }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: /^GitHub/ }).click();
    await page.getByRole("heading", { name: "GitHub", level: 1 }).waitFor();
    await page.getByText("Choose a bot or create one").waitFor();
  });

  test("a new bot, a channel, a topic and events make the address", async () => {
    await button("Create a bot").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Deployer");
    await dialog.getByLabel("Short name").fill("deployer");
    await dialog.getByRole("button", { name: "Create a bot" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.match(await address(), /\/api\/v1\/external\/github\?api_key=\w{32}$/);
    await field("Channel").selectOption({ label: "deploys" });
    await field("Topic").fill("shop");
    await field("Events").selectOption({ label: "Only these" });
    await page.getByRole("checkbox", { name: /^Commits are pushed/ }).check();
    const said = async () => new URL(await address()).searchParams;
    await until("the address has the events", async () => (await said()).get("only_events") === '["push"]');
    assert.equal((await said()).get("topic"), "shop");
    assert.match(await page.locator(".integration-steps").innerText(), /only_events/, "the steps show the address");
    await noViolations(page);
  });

  test("a test is posted, and its message opens; another event is ignored", async () => {
    await page.getByText("No requests yet").waitFor();
    await field("Example").selectOption({ label: "An issue is opened" });
    await button("Send a test").click();
    await requests().filter({ hasText: "Ignored" }).filter({ hasText: "issues" }).waitFor();
    await field("Example").selectOption({ label: "Two commits are pushed" });
    await button("Send a test").click();
    const posted = requests().filter({ hasText: "Posted" });
    await posted.waitFor();
    assert.equal(await requests().count(), 2);
    await noViolations(page);
    await posted.getByRole("link", { name: "Open message" }).click();
    await page.getByText("pushed 2 commits to main of shop").first().waitFor();
    await page.goBack();
  });

  test("with a secret, a test is signed, and a request without a signature is refused", async () => {
    await field("Bot").selectOption({ label: "Deployer" });
    await page.getByText("The bot accepts every request to its address.").waitFor();
    const url = await address();
    await button("Set a secret").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Generate" }).click();
    assert.match(await dialog.getByLabel("Secret", { exact: true }).inputValue(), /^[0-9a-f]{64}$/);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("only requests that prove that their sender knows its secret").waitFor();
    const unsigned = await fetch(url, { method: "POST", headers: { "x-github-event": "ping" }, body: "{}" });
    assert.equal(unsigned.status, 401);
    await requests().filter({ hasText: "Refused: The signature of the request is missing or wrong." }).waitFor();
    const before = await requests().filter({ hasText: "Posted" }).count();
    await button("Send a test").click();
    await requests().filter({ hasText: "Posted" }).nth(before).waitFor();
    await button("Remove the secret").click();
    await page.getByText("The bot accepts every request to its address.").waitFor();
  });

  test("a feed is added, shows what came of it, is paused and removed", async () => {
    const blog = await publishing(lifetime);
    await page.goto(`http://localhost:${server.port}/#settings/integrations`);
    await page.getByRole("searchbox", { name: "Search integrations" }).fill("rss");
    await page.getByRole("link", { name: /^RSS and Atom feeds/ }).click();
    await page.getByRole("heading", { name: "RSS and Atom feeds", level: 1 }).waitFor();
    await field("Bot").selectOption({ label: "Deployer" });
    await page.getByText("No feeds yet").waitFor();
    await button("Add a feed").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address").fill(`${blog.url}?key=secret`);
    await dialog.getByLabel("Channel").selectOption({ label: "deploys" });
    await dialog.getByLabel("Only entries with one of these words").fill("fog, ferry");
    await noViolations(page);
    await dialog.getByRole("button", { name: "Add a feed" }).click();
    await dialog.waitFor({ state: "detached" });
    const feed = page.getByRole("list", { name: "Feeds" }).getByRole("listitem");
    await feed.filter({ hasText: "Harbour news" }).filter({ hasText: "Fetched: 1 entry" }).waitFor();
    assert.match(await feed.innerText(), /key=secret[\s\S]*#deploys[\s\S]*only with fog and ferry/);
    await noViolations(page);
    await button("Fetch now").click();
    await page.getByText("This feed was fetched just now.").waitFor();
    await button("Pause").click();
    await feed.filter({ hasText: "Paused" }).waitFor();
    await button("Resume").click();
    await feed.filter({ hasText: "Paused" }).waitFor({ state: "detached" });
    const phone = await opens("/#settings/integrations/feeds", SMALLEST_PHONE);
    await phone.getByLabel("Bot", { exact: true }).selectOption({ label: "Deployer" });
    await phone.getByText("Harbour news").waitFor();
    await fitsAPhone(phone);
    await button("Remove").click();
    await page.getByRole("dialog", { name: "Remove Harbour news?" }).getByRole("button", { name: "Remove" }).click();
    await page.getByText("No feeds yet").waitFor();
    // An open page keeps up.
    await phone.getByText("No feeds yet").waitFor();
  });

  test("a calendar is added with the time before its events, and another one can be chosen", async () => {
    const { url } = await publishing(lifetime, PLAN);
    await page.goto(`http://localhost:${server.port}/#settings/integrations/calendars`);
    await page.getByRole("heading", { name: "Calendars", level: 1 }).waitFor();
    await field("Bot").selectOption({ label: "Deployer" });
    await button("Add a calendar").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address").fill(url);
    await dialog.getByLabel("Channel").selectOption({ label: "deploys" });
    await dialog.getByLabel("Minutes before an event").fill("30");
    await dialog.getByLabel("Time zone").selectOption({ label: "Asia/Tokyo" });
    await noViolations(page);
    await dialog.getByRole("button", { name: "Add a calendar" }).click();
    const entry = page.getByRole("list", { name: "Calendars" }).getByRole("listitem");
    await entry.filter({ hasText: "Our plan" }).filter({ hasText: "30 minutes before" }).waitFor();
    await entry.filter({ hasText: "Fetched: 0 events" }).waitFor();
    await button("Edit").click();
    assert.equal(await dialog.getByLabel("Minutes before an event").inputValue(), "30");
    await dialog.getByLabel("Minutes before an event").fill("5");
    await dialog.getByRole("button", { name: "Save" }).click();
    await entry.filter({ hasText: "5 minutes before" }).waitFor();
    await noViolations(page);
  });

  test("it fits a phone", async () => {
    const phone = await opens("/#settings/integrations/grafana", SMALLEST_PHONE);
    await phone.getByRole("heading", { name: "Grafana", level: 1 }).waitFor();
    await phone.getByLabel("Bot", { exact: true }).selectOption({ label: "Deployer" });
    await requests(phone).first().waitFor();
    await fitsAPhone(phone);
  });
});
