/** The audit log in the browser: owners read, filter and download it, and nobody else sees it. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { groups, users } from "@parley/server/contract";
import type { Browser, Page } from "playwright-core";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { entersAs } from "./support/doors.ts";
import { fitsAPhone, SMALLEST_PHONE } from "./support/touch.ts";

const ADMINISTRATOR = 200;

describe("the audit log", () => {
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
  let server: Server;
  let owner: Person;
  let ben: Person;
  let browser: Browser;
  let page: Page;

  const opens = async (person: Person, device?: typeof SMALLEST_PHONE): Promise<Page> => {
    const opened = await openWindow(lifetime, browser, `http://localhost:${server.port}`, device ? { device } : {});
    await entersAs(opened, { email: person.email, password: PASSWORD }, "/#organization/audit-log");
    await opened.getByRole("heading", { name: "Audit log", level: 1 }).waitFor();
    return opened;
  };
  const entries = (at = page) => at.getByRole("list", { name: "Entries" }).getByRole("listitem");

  before(async () => {
    server = await newServer(lifetime, "sqlite");
    owner = server.owner as Person;
    ben = await server.member("Ben");
    await owner.call(users.updateUser, { user_id: ben.id, role: ADMINISTRATOR });
    await owner.call(groups.createUserGroup, { name: "cooks", description: "", members: [ben.id] });
    browser = await openBrowser(lifetime);
    page = await opens(owner);
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  test("entries are sentences with names, newest first", async () => {
    const role = entries().filter({ hasText: "changed the role of Ben" });
    await role.getByText("Member → Administrator").waitFor();
    await entries().filter({ hasText: "added Ben to the group cooks" }).waitFor();
    assert.match(await entries().first().innerText(), /signed in/, "what the owner has just done");
    await noViolations(page);
  });

  test("they are filtered by kind and by person, and downloaded as shown", async () => {
    await page.getByRole("combobox", { name: "Kind" }).selectOption({ label: "Groups" });
    await entries().filter({ hasText: "created the group cooks" }).waitFor();
    await entries().filter({ hasText: "changed the role of Ben" }).waitFor({ state: "detached" });
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^audit-log-.*\.jsonl$/);
    const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
    const actions = lines.map((line) => (JSON.parse(line) as { action: string }).action);
    assert.deepEqual(actions.sort(), ["group_created", "group_member_added"]);
    await page.getByRole("combobox", { name: "Kind" }).selectOption({ label: "Everything" });
    await page.getByLabel("Done to").fill("Ben");
    await page.getByRole("option", { name: /Ben/ }).first().click();
    await entries().filter({ hasText: "changed the role of Ben" }).waitFor();
    await entries().filter({ hasText: "created the group cooks" }).waitFor({ state: "detached" });
  });

  test("administrators neither find the page nor see entries at its address", async () => {
    const theirs = await opens(ben);
    await theirs.getByText("Only owners can read the audit log.").waitFor();
    assert.equal(await theirs.getByRole("link", { name: "Audit log" }).count(), 0);
    assert.equal(await entries(theirs).count(), 0);
  });

  test("it fits a phone", async () => {
    const phone = await opens(owner, SMALLEST_PHONE);
    await entries(phone).first().waitFor();
    await fitsAPhone(phone);
  });
});
