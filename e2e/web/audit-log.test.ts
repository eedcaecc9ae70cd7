/**
 * Trust in the browser: owners read, filter and download the audit log, place legal holds and erase people; people export
 * their own data and delete their accounts.
 */
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

describe("the audit log, legal holds and erasure", () => {
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
  let server: Server;
  let owner: Person;
  let ben: Person;
  let browser: Browser;
  let page: Page;

  const opens = async (
    person: Person,
    device?: typeof SMALLEST_PHONE,
    path = "/#organization/audit-log",
    name = "Audit log",
  ): Promise<Page> => {
    const opened = await openWindow(lifetime, browser, `http://localhost:${server.port}`, {
      ...(device && { device }),
      loadsOnce: true,
    });
    await entersAs(opened, { email: person.email, password: PASSWORD }, path);
    await opened.getByRole("heading", { name, level: 1 }).waitFor();
    return opened;
  };
  const entries = (at = page) => at.getByRole("list", { name: "Entries" }).getByRole("listitem");

  before(async () => {
    server = await newServer(lifetime, "sqlite");
    owner = server.owner as Person;
    ben = await server.member("Ben");
    await server.member("Cleo");
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

  test("owners put a person under a legal hold, which refuses an erasure, and lift it", async () => {
    await page.goto("/#organization/legal-holds");
    await page.getByRole("heading", { name: "Legal holds", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Place a hold" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Person", exact: true }).fill("Cleo");
    await page.getByRole("option", { name: /Cleo/ }).first().click();
    await dialog.getByLabel("Reason").fill("Case 17");
    await noViolations(page);
    await dialog.getByRole("button", { name: "Place hold" }).click();
    await page.getByRole("cell", { name: "Case 17" }).waitFor();
    await noViolations(page);
    await erases("Cleo");
    await page.getByText("This person's data is under a legal hold and cannot be erased: Case 17").waitFor();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.goto("/#organization/legal-holds");
    await page.getByRole("button", { name: "Lift the hold on Cleo" }).click();
    await dialog.getByRole("button", { name: "Lift hold" }).click();
    await page.getByText("Nothing is under a legal hold").waitFor();
  });

  const erases = async (name: string) => {
    await page.goto("/#organization/users");
    await page.getByRole("button", { name: `Manage ${name}` }).click();
    await page.getByRole("button", { name: "Erase…" }).click();
    await page.getByRole("combobox", { name: "Messages" }).selectOption({ label: "Remove, with reactions and files" });
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByRole("button", { name: "Erase", exact: true }).click();
  };

  test("owners erase people, who are nameless from then on", async () => {
    await erases("Cleo");
    await page.getByText("Cleo is being erased.").waitFor();
    await page.getByRole("button", { name: "Manage Cleo" }).waitFor({ state: "detached" });
  });

  test("people export their own data, and delete their account", async () => {
    const dora = await server.member("Dora");
    const theirs = await opens(dora, undefined, "/#settings/account-and-privacy", "Account and privacy");
    await theirs.getByRole("button", { name: "Start export" }).click();
    const [file] = await Promise.all([
      theirs.waitForEvent("download"),
      theirs.getByRole("link", { name: "Download" }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^parley-own-data-.*\.tar\.gz$/);
    await theirs.getByRole("button", { name: "Delete…" }).click();
    await theirs.getByText("Your messages stay, under an account without a name.").waitFor();
    await noViolations(theirs);
    await theirs.getByLabel("Current password").fill(PASSWORD);
    await theirs.getByRole("button", { name: "Delete account" }).click();
    await theirs.waitForURL(/\/login\//);
  });

  test("it fits a phone", async () => {
    const phone = await opens(owner, SMALLEST_PHONE);
    await entries(phone).first().waitFor();
    await fitsAPhone(phone);
  });
});
