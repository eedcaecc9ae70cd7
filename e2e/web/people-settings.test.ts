/** People, bots, invitations and groups: what an owner, a moderator, a member and a guest see and may change. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { bots, groups, invites, profileFields, users } from "@parley/server/contract";
import type { Browser, Locator, Page } from "playwright-core";
import { Mailbox } from "../../server/test/mailbox.ts";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";
import { fitsAPhone, SMALLEST_PHONE } from "./support/touch.ts";

const [MODERATOR, GUEST] = [300, 600] as const;

describe("pages of people and groups", () => {
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
  let server: Server;
  let mailbox: Mailbox;
  let browser: Browser;
  let owner: Person;
  let mona: Person;
  let ada: Person;
  let gil: Person;
  /** The windows of the owner, a moderator, a member and a guest. */
  let page: Page;
  let moderators: Page;
  let members: Page;
  let guests: Page;

  const opens = async (person: Person, address: string, device?: typeof SMALLEST_PHONE): Promise<Page> => {
    const opened = await openWindow(lifetime, browser, `http://localhost:${server.port}`, {
      ...(device && { device }),
      loadsOnce: true,
    });
    await entersAs(opened, { email: person.email, password: PASSWORD }, address);
    return opened;
  };
  const goes = async (at: Page, address: string, heading: string) => {
    await at.goto(`/#${address}`);
    await at.getByRole("heading", { name: heading, exact: true, level: 1 }).waitFor();
  };
  const rowOf = (name: string, at = page) => at.getByRole("row").filter({ hasText: name });
  const setting = (key: string, at: Page) => at.locator(`[data-setting="${key}"]`);
  const dialog = (at = page) => at.getByRole("dialog");
  const button = (name: string, at: Page | Locator = page) => at.getByRole("button", { name, exact: true });

  before(async () => {
    mailbox = await Mailbox.open();
    lifetime.after(() => mailbox.close());
    server = await newServer(lifetime, "sqlite", { PARLEY_SMTP_URL: mailbox.url });
    owner = server.owner as Person;
    [mona, ada, gil] = [await server.member("Mona"), await server.member("Ada"), await server.member("Gil")];
    await owner.call(users.updateUser, { user_id: mona.id, role: MODERATOR });
    await owner.call(users.updateUser, { user_id: gil.id, role: GUEST });
    browser = await openBrowser(lifetime);
    page = await opens(owner, "/#organization/users/active");
    moderators = await opens(mona, "/#organization/users/active");
    members = await opens(ada, "/#organization/users/active");
    guests = await opens(gil, "/#organization/users/active");
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  test("everyone sees who is there; only administrators manage them", async () => {
    for (const window of [page, moderators, members, guests]) {
      await rowOf("Gil", window).getByText("Guest").first().waitFor();
      await rowOf("Mona", window).getByText("Moderator").waitFor();
    }
    for (const window of [moderators, members, guests]) {
      await window.getByText("Only administrators can change people’s names, roles and profiles.").waitFor();
      assert.equal(await window.getByRole("button", { name: /Manage|Create a user|Deactivate/ }).count(), 0);
    }
    // Addresses are visible where the settings of each person say so.
    await rowOf("Ada").getByText(ada.email).waitFor();
    assert.equal(await rowOf("Olivia", guests).getByText(owner.email).count(), 0);
    assert.equal(await guests.getByRole("radio", { name: "Invitations" }).count(), 0, "guests invite nobody");
    await rowOf("Ada").getByText("Active now").waitFor();
  });

  test("people are found by text and role, and their cards open", async () => {
    await page.getByRole("combobox", { name: "Role to show" }).selectOption("Guest");
    await rowOf("Ada").waitFor({ state: "detached" });
    await rowOf("Gil").waitFor();
    await page.getByRole("combobox", { name: "Role to show" }).selectOption("All roles");
    await page.getByRole("searchbox", { name: "Filter People" }).fill("mon");
    await rowOf("Ada").waitFor({ state: "detached" });
    await button("Mona").click();
    await page.getByRole("dialog", { name: "Mona" }).getByText("Moderator").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: "Filter People" }).fill("");
  });

  test("a name, a role and a profile field change at once for others, and can be undone", async () => {
    await owner.call(profileFields.createProfileField, { field_type: 1, name: "Office", editable_by_user: false });
    await button("Manage Ada").click();
    const name = dialog().getByLabel("Name", { exact: true });
    await name.fill("Ada Lovelace");
    await name.press("Enter");
    await rowOf("Ada Lovelace", members).waitFor();
    await dialog().getByRole("button", { name: "Undo" }).click();
    await rowOf("Ada Lovelace", members).waitFor({ state: "detached" });
    await dialog().getByLabel("Role").selectOption("Administrator");
    await rowOf("Ada", guests).getByText("Administrator").waitFor();
    // The new administrator may manage people from now on.
    await button("Manage Gil", members).click();
    const role = dialog(members).getByLabel("Role");
    await role.waitFor();
    assert.deepEqual(await role.locator("option").allTextContents(), ["Moderator", "Member", "Guest"]);
    await dialog(members).getByText("Guests become members before they can be administrators.").waitFor();
    await dialog(members).getByRole("button", { name: "Close" }).click();
    await button("Manage Olivia", members).click();
    await setting("role", members).getByText("The only owner: make someone else an owner first.").waitFor();
    assert.equal(
      await dialog(members)
        .getByRole("button", { name: /Deactivate/ })
        .count(),
      0,
    );
    await dialog(members).getByRole("button", { name: "Close" }).click();
    await dialog().getByLabel("Role").selectOption("Member");
    await button("Manage Gil", members).waitFor({ state: "detached" });
    await dialog().getByLabel("Office").fill("Porto");
    await dialog().getByLabel("Office").press("Enter");
    await until("it is stored", async () => {
      const { user } = await owner.call(users.getUser, { user_id: ada.id, include_custom_profile_fields: true });
      return Object.values(user.profile_data ?? {}).some(({ value }) => value === "Porto");
    });
    const email = dialog().getByLabel("Email");
    await email.fill("nonsense");
    await email.press("Enter");
    await dialog().getByRole("alert").getByText("Invalid new email address.").waitFor();
    await noViolations(page);
    await dialog().getByRole("button", { name: "Close" }).click();
  });

  test("deactivating says what goes with it, sends the comment, and is seen at once", async () => {
    const ben = await server.member("Ben");
    // About the new account.
    await mailbox.next(ben.email);
    await ben.call(bots.createBot, { full_name: "Tide bot", short_name: "tide" });
    await ben.call(invites.sendInvites, { invitee_emails: "nora@example.com", stream_ids: [] });
    await button("Manage Ben").click();
    await dialog().getByRole("button", { name: "Deactivate…" }).click();
    await dialog().getByText("Their bot is deactivated too: Tide bot.").waitFor();
    await dialog().getByText("An open invitation of theirs is revoked.").waitFor();
    await dialog().getByLabel("Notify them by email").check();
    await dialog().getByLabel("Comment in the email").fill("Thank you for the summer.");
    await noViolations(page);
    await dialog().getByRole("button", { name: "Deactivate" }).click();
    await rowOf("Ben", members).waitFor({ state: "detached" });
    assert.match((await mailbox.next(ben.email)).text ?? "", /Thank you for the summer\./);
    for (const window of [page, members]) await window.getByRole("radio", { name: "Deactivated" }).click();
    await rowOf("Ben", members).waitFor();
    await noViolations(members);
    await button("Reactivate Ben").click();
    await rowOf("Ben", members).waitFor({ state: "detached" });
    await button("Undo", page.locator(".toast")).click();
    await rowOf("Ben", members).waitFor();
  });

  test("an account is created with a name, an address and a password", async () => {
    for (const window of [page, members]) await goes(window, "organization/users/active", "Users");
    await button("Create a user").click();
    await dialog().getByLabel("Name", { exact: true }).fill("Zoe");
    await dialog().getByLabel("Email").fill("zoe@example.com");
    await dialog().getByLabel("Password").fill("zoe");
    await dialog().getByRole("button", { name: "Create a user" }).click();
    await dialog().getByText("The password is too weak.").waitFor();
    await dialog().getByLabel("Password").fill(PASSWORD);
    await dialog().getByRole("button", { name: "Create a user" }).click();
    await rowOf("Zoe", members).waitFor();
  });

  test("an owner gives anyone's bot another owner and role, and deactivates it", async () => {
    await ada.call(bots.createBot, { full_name: "Echo bot", short_name: "echo" });
    for (const window of [page, members, moderators]) await goes(window, "organization/bots/all-bots", "Bots");
    await rowOf("Echo bot", moderators).waitFor();
    assert.equal(await button("More for Echo bot", moderators).count(), 0);
    await button("More for Echo bot").click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await dialog().getByLabel("Role").selectOption("Moderator");
    await dialog().getByRole("combobox", { name: "Another owner" }).fill("Mona");
    await page.getByRole("option", { name: "Mona" }).click();
    await noViolations(page);
    await dialog().getByRole("button", { name: "Save changes" }).click();
    await rowOf("Echo bot", members).getByText("Mona").waitFor();
    await rowOf("Echo bot", members).getByText("Moderator").waitFor();
    assert.equal(await button("More for Echo bot", members).count(), 0, "it is no longer Ada's");
    await moderators.getByRole("radio", { name: "Your bots" }).click();
    await button("More for Echo bot", moderators).click();
    await moderators.getByRole("menuitem", { name: "Deactivate" }).click();
    await rowOf("Echo bot").waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: "Bots to show" }).selectOption("Deactivated");
    await button("Reactivate Echo bot").click();
    await rowOf("Echo bot", members).waitFor();
  });

  test("an invitation says for how long, as what and into what; everyone who may sees it at once", async () => {
    const { group_id } = await owner.call(groups.createUserGroup, { name: "harbour", description: "", members: [] });
    await goes(page, "organization/users/invitations", "Users");
    await goes(moderators, "organization/users/invitations", "Users");
    await button("Invite people").click();
    await dialog().getByLabel("Email addresses").fill("pia@example.com");
    await dialog().getByLabel("Expires after").selectOption("Another length…");
    await dialog().getByRole("textbox", { name: "Length" }).fill("0");
    await dialog().getByText("Enter a whole number of 1 or more.").waitFor();
    assert.ok(await dialog().getByRole("button", { name: "Invite 1 person" }).isDisabled());
    await dialog().getByRole("textbox", { name: "Length" }).fill("2");
    await dialog().getByLabel("Unit").selectOption("weeks");
    await dialog().getByLabel("Role").selectOption("Moderator");
    await dialog().getByLabel("harbour").check();
    await dialog().getByLabel("Notify me when someone joins").uncheck();
    await dialog().getByLabel("Welcome message").selectOption("Another message…");
    await dialog().getByLabel("Text of the message").fill("The tide is in.");
    await dialog().getByRole("button", { name: "Send a test to yourself" }).click();
    await page.getByText("Welcome Bot has sent you the message.").waitFor();
    await noViolations(page);
    await dialog().getByRole("button", { name: "Invite 1 person" }).click();
    await rowOf("pia@example.com").getByText("Moderator").waitFor();
    assert.equal(await rowOf("pia@example.com", moderators).count(), 0, "moderators see only their own");
    assert.ok(await mailbox.next("pia@example.com"));
    await button("Send again to pia@example.com").click();
    assert.ok(await mailbox.next("pia@example.com"));
    const { invites: open } = await owner.call(invites.getInvites, {});
    const pia = open.find((each) => "email" in each && each.email === "pia@example.com");
    assert.equal((pia?.expiry_date ?? 0) - (pia?.invited ?? 0), 14 * 86_400);
    assert.equal(pia && "notify_referrer_on_join" in pia && pia.notify_referrer_on_join, false);
    await mona.call(invites.sendInvites, { invitee_emails: "rui@example.com", stream_ids: [] });
    await rowOf("rui@example.com").getByText("Mona").waitFor();
    await rowOf("rui@example.com", moderators).waitFor();
    await button("Revoke rui@example.com").click();
    await dialog().getByText("Nobody can join with it any more.").waitFor();
    await dialog().getByRole("button", { name: "Revoke" }).click();
    await rowOf("rui@example.com", moderators).waitFor({ state: "detached" });
    await owner.call(groups.deactivateUserGroup, { user_group_id: group_id });
  });

  test("a link for anyone is made, copied and revoked", async () => {
    await button("Invite people").click();
    await dialog().getByLabel("Expires after").selectOption("Never");
    await dialog().getByRole("button", { name: "Create link" }).click();
    await dialog().getByLabel("Link", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await rowOf("Link for anyone").getByText("Never").waitFor();
    await noViolations(page);
    await button("Revoke Link for anyone").click();
    await dialog().getByRole("button", { name: "Revoke" }).click();
    await rowOf("Link for anyone").waitFor({ state: "detached" });
  });

  test("a member makes a group with people, groups and permissions; others see it at once", async () => {
    await goes(members, "groups/your", "Groups");
    await goes(moderators, "groups/all", "Groups");
    await button("New group", members).click();
    await members.getByLabel("Name", { exact: true }).fill("designers");
    await members.getByLabel("Description").fill("Who draws the maps");
    await members.getByLabel("People and groups in it").click();
    await members.keyboard.type("gil");
    await members.keyboard.press("Enter");
    await members.getByLabel("Who may join it").click();
    await members.keyboard.type("members");
    await members.keyboard.press("Enter");
    await noViolations(members);
    await button("Create group", members).click();
    await members.getByRole("heading", { name: "designers", level: 1 }).waitFor();
    await rowOf("Gil", members).getByText("Directly").waitFor();
    await rowOf("designers", moderators).getByText("Who draws the maps").waitFor();
    await button("Join designers", moderators).click();
    await rowOf("Mona", members).waitFor();
    await button("Leave designers", moderators).click();
    await rowOf("Mona", members).waitFor({ state: "detached" });
    await button("Undo", moderators.locator(".toast")).click();
    await rowOf("Mona", members).waitFor();
  });

  test("people and subgroups are added and removed, and nobody through whom they are in is lost", async () => {
    const { group_id } = await owner.call(groups.createUserGroup, {
      name: "mapmakers",
      description: "",
      members: [owner.id],
    });
    await members.getByRole("combobox", { name: "Who joins" }).click();
    await members.keyboard.type("mapm");
    await members.keyboard.press("Enter");
    await button("Add", members).click();
    await rowOf("Olivia", members).getByText("Through mapmakers").waitFor();
    await noViolations(members);
    // The owner cannot deactivate it now, and is told why.
    await goes(page, `groups/${group_id}/mapmakers/general`, "mapmakers");
    await button("Deactivate…").click();
    await dialog().getByRole("button", { name: "Deactivate" }).click();
    await noViolations(page);
    await dialog().getByRole("link", { name: "It is a subgroup of designers." }).click();
    await page.getByRole("heading", { name: "designers", level: 1 }).waitFor();
    await button("Remove mapmakers", members).click();
    await rowOf("Olivia", members).waitFor({ state: "detached" });
    await goes(page, `groups/${group_id}/mapmakers/general`, "mapmakers");
    await button("Deactivate…").click();
    await dialog().getByRole("button", { name: "Deactivate" }).click();
    await page.getByRole("heading", { name: "mapmakers (deactivated)", level: 1 }).waitFor();
    await button("Reactivate").click();
    await page.getByRole("heading", { name: "mapmakers", exact: true, level: 1 }).waitFor();
  });

  test("a new name and permission are seen at once; those who may not change them read why", async () => {
    const { user_groups } = await owner.call(groups.getUserGroups, {});
    const id = user_groups.find(({ name }) => name === "designers")?.id;
    await goes(members, `groups/${id}/designers/general`, "designers");
    await goes(guests, `groups/${id}/designers/general`, "designers");
    await setting("name", guests).getByText("Only people who manage this group can change this.").waitFor();
    assert.equal(await guests.getByRole("textbox").count(), 0);
    await guests.getByText("You are a member.").waitFor();
    assert.equal(await guests.getByRole("button", { name: /Leave|Deactivate/ }).count(), 0);
    const name = members.getByLabel("Name", { exact: true });
    await name.fill("cartographers");
    await name.press("Enter");
    await guests.getByRole("heading", { name: "cartographers", level: 1 }).waitFor();
    for (const window of [members, guests]) {
      await goes(window, `groups/${id}/x/permissions`, "cartographers");
      await noViolations(window);
    }
    await setting("can_mention_group", members).getByRole("combobox").click();
    await members.keyboard.type("moder");
    await members.keyboard.press("Enter");
    await button("Save changes", members).click();
    await setting("can_mention_group", guests).getByText("Moderators", { exact: true }).waitFor();
    await button("Undo", members.locator(".saved-status")).click();
    await setting("can_mention_group", guests).getByText("Everyone, including guests").waitFor();
  });

  test("no list has accessibility problems", async () => {
    for (const address of ["users/active", "users/deactivated", "users/invitations", "bots/all-bots"]) {
      await goes(page, `organization/${address}`, address.startsWith("users") ? "Users" : "Bots");
      await noViolations(page);
    }
    for (const list of ["your", "all", "roles"]) {
      await goes(guests, `groups/${list}`, "Groups");
      await noViolations(guests);
    }
  });

  test("everything fits a phone", async () => {
    const phone = await opens(owner, "/#organization/users/active", SMALLEST_PHONE);
    await fitsAPhone(phone);
    await button("Manage Ada", phone).click();
    await fitsAPhone(phone);
    await dialog(phone).getByRole("button", { name: "Close" }).click();
    for (const address of [
      "organization/users/invitations",
      "organization/bots/all-bots",
      "groups/all",
      "groups/new",
    ]) {
      await phone.goto(`/#${address}`);
      await phone.getByRole("heading", { level: 1 }).waitFor();
      await fitsAPhone(phone);
    }
    const { user_groups } = await owner.call(groups.getUserGroups, {});
    const id = user_groups.find(({ name }) => name === "cartographers")?.id;
    for (const tab of ["general", "members", "permissions"]) {
      await goes(phone, `groups/${id}/x/${tab}`, "cartographers");
      await fitsAPhone(phone);
    }
    await phone.goto("/#invite");
    await dialog(phone).waitFor();
    await fitsAPhone(phone);
    await phone.close();
  });
});
