/**
 * Every page of the settings, by the list that the navigation shows, for an owner, a moderator, a member and a guest: who
 * finds it, what they can change there, that the server agrees, and that others see a change at once. Each of them looks at
 * it on another screen, some in dark colours.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { RequestError, type State, Sync } from "@parley/client";
import { linkifiers, playgrounds, profileFields, realms, users } from "@parley/server/contract";
import type { Browser, Page } from "playwright-core";
import { Mailbox } from "../../server/test/mailbox.ts";
import { channelTexts } from "../../web/src/text/en/index-channels.ts";
import { laterTexts } from "../../web/src/text/en/index-later.ts";
import { settingsTexts } from "../../web/src/text/en/index-settings.ts";
import { learn, t as text } from "../../web/src/text/text.ts";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";
import { fragmentFor, type ListedPage, opensSettings, pages } from "./support/settings-pages.ts";

learn({ ...laterTexts, ...settingsTexts, ...channelTexts });

const ROLES = { owner: 100, moderator: 300, member: 400, guest: 600 } as const;
type RoleName = keyof typeof ROLES;
const NAMES = Object.keys(ROLES) as RoleName[];

const WIDE = { viewport: { width: 1440, height: 900 } };
const LAPTOP = { viewport: { width: 1024, height: 768 } };
const LOOKS = {
  // Finds every page, so every page is looked at on a phone.
  owner: { device: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }, colorScheme: "light" },
  moderator: { device: LAPTOP, colorScheme: "dark" },
  member: { device: WIDE, colorScheme: "light" },
  guest: { device: WIDE, colorScheme: "dark" },
} as const;

/** Pages that are not for everyone, with who does not find them. */
const NOT_OWNERS: readonly RoleName[] = ["moderator", "member", "guest"];
const HIDDEN_FROM: Readonly<Record<string, readonly RoleName[]>> = {
  "#settings/bots": ["guest"],
  "#settings/integrations": ["guest"],
  "#organization/default-channels-list": ["guest"],
  "#organization/organization-level-user-defaults": NOT_OWNERS,
  "#organization/data-exports-admin": NOT_OWNERS,
  "#organization/import": NOT_OWNERS,
  "#organization/audit-log": NOT_OWNERS,
  "#organization/overview": NOT_OWNERS,
  "#organization/legal-holds": NOT_OWNERS,
};

/** The server's words for somebody who is not allowed to. */
const NOT_ALLOWED = /^(Must be an organization (owner|administrator)|Insufficient permission)/;

interface RoleScreen {
  readonly person: Person;
  readonly window: Page;
  readonly state: State;
}

describe("every settings page", () => {
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
  let server: Server;
  let browser: Browser;
  let screens: Record<RoleName, RoleScreen>;

  const opensAs = async (name: RoleName): Promise<RoleScreen> => {
    const { device, colorScheme } = LOOKS[name];
    const person =
      name === "owner" ? (server.owner as Person) : await server.member(name[0]?.toUpperCase() + name.slice(1));
    if (name !== "owner" && name !== "member")
      await (server.owner as Person).call(users.updateUser, { user_id: person.id, role: ROLES[name] });
    const window = await openWindow(lifetime, browser, `http://localhost:${server.port}`, { device, loadsOnce: true });
    await window.emulateMedia({ colorScheme });
    await entersAs(window, { email: person.email, password: PASSWORD }, "/#settings");
    const sync = new Sync(person.connection);
    lifetime.after(() => sync.stop());
    return { person, window, state: (await sync.start()).state };
  };

  const isFor = (name: RoleName, page: ListedPage): boolean => !HIDDEN_FROM[fragmentFor(page)]?.includes(name);

  const opens = async (window: Page, page: ListedPage): Promise<void> => {
    await opensSettings(window, fragmentFor(page));
    assert.equal(await window.locator("main h1").first().textContent(), text(page.name));
  };

  before(async () => {
    // With mail, the owner is asked to confirm their address: no row has more in it.
    const mailbox = await Mailbox.open();
    lifetime.after(() => mailbox.close());
    server = await newServer(lifetime, "sqlite", { PARLEY_SMTP_URL: mailbox.url });
    browser = await openBrowser(lifetime);
    const taken: [RoleName, RoleScreen][] = [];
    for (const name of NAMES) taken.push([name, await opensAs(name)]);
    screens = Object.fromEntries(taken) as Record<RoleName, RoleScreen>;
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  for (const name of NAMES)
    test(`a${name === "owner" ? "n" : ""} ${name} finds the pages that are for them`, async () => {
      const { window } = screens[name];
      await window.goto("/#settings");
      const links = window.getByRole("navigation", { name: "Settings" }).locator("a.nav");
      await links.first().waitFor();
      const offered = pages.filter((page) => isFor(name, page)).map((page) => text(page.name));
      assert.deepEqual(
        (await links.allTextContents()).map((each) => each.trim()),
        offered,
      );
    });

  /** By axe, in light and dark: together, the roles that find a page look at it at three widths. */
  const examines = async (name: RoleName, page: ListedPage): Promise<void> => {
    const { window } = screens[name];
    const { device, colorScheme } = LOOKS[name];
    const isAlone = !isFor("moderator", page);
    const widths = isAlone ? [LAPTOP.viewport, WIDE.viewport, device.viewport] : [device.viewport];
    for (const viewport of widths) {
      if (isAlone) await window.setViewportSize(viewport);
      await noViolations(window, { without: [".side"] });
    }
    await window.emulateMedia({ colorScheme });
  };

  const looksAt = async (name: RoleName, page: ListedPage): Promise<void> => {
    const { person, window, state } = screens[name];
    await opens(window, page);
    const where = `${fragmentFor(page)} for the ${name}`;
    const { isBroken, squeezed, shown, labels } = await seenIn(window, text("parts.broken"));
    assert.equal(isBroken, false, `${where} is broken`);
    assert.deepEqual(squeezed, [], `${where} has room for its texts`);
    if (!isFor(name, page)) {
      assert.deepEqual(Object.values(shown).filter(Boolean), [], `${where} offers nothing`);
      return;
    }
    for (const { source, settings } of page.groups) {
      const saves = source.operation === realms.updateRealm;
      const allowed = await Promise.all(
        settings.map(({ key }) => !saves || isAllowed(source.save(person.connection, key, source.read(state, key)))),
      );
      for (const [at, { key, label, rule }] of settings.entries()) {
        const mayChange = rule?.may(state) ?? true;
        // In a table it has no row of its own, but its name.
        const isChangeable = shown[key] ?? labels.includes(text(label));
        assert.equal(isChangeable, mayChange, `${key} on ${where}`);
        if (saves) assert.equal(allowed[at], mayChange, `${key} for the ${name}, says the server`);
      }
    }
    // A guest sees what a member sees.
    if (name !== "guest") await examines(name, page);
  };

  // All four look at the same page at a time: while one waits for the server, another draws.
  test("what each role sees and can change, the server says too", async () => {
    for (const page of pages) await Promise.all(NAMES.map((name) => looksAt(name, page)));
  });

  test("what an owner changes is seen at once on the same page by others", async () => {
    const { owner, moderator } = screens;
    const { connection } = owner.person;
    for (const page of pages) {
      const found = page.groups
        .filter(({ source }) => source.operation === realms.updateRealm)
        .flatMap(({ source, settings }) => settings.map((setting) => ({ source, setting })))
        .find(({ setting: { control } }) => control.kind === "switch");
      if (!found || !isFor("moderator", page)) continue;
      const { source, setting } = found;
      await opens(moderator.window, page);
      const value = moderator.window.locator(`[data-setting="${setting.key}"] .setting-value`);
      const [before, stored] = [await value.textContent(), source.read(owner.state, setting.key)];
      await source.save(connection, setting.key, !stored);
      await until(`${setting.key} has changed`, async () => (await value.textContent()) !== before);
      await source.save(connection, setting.key, stored);
      await until(`${setting.key} is back`, async () => (await value.textContent()) === before);
    }
  });

  test("what an owner adds to a list is seen at once by others", async () => {
    const { owner, member } = screens;
    const sees = async (section: string, adds: () => Promise<unknown>, words: string) => {
      await opens(member.window, pages.find((page) => fragmentFor(page) === `#organization/${section}`) as ListedPage);
      assert.equal(await member.window.locator("main").getByText(words).count(), 0);
      await adds();
      await member.window.locator("main").getByText(words).first().waitFor();
    };
    const pattern = "TIDE-(?P<id>\\d+)";
    const url_template = "https://tides.example/{id}";
    await sees(
      "linkifier-settings",
      () => owner.person.call(linkifiers.addLinkifier, { pattern, url_template }),
      pattern,
    );
    const playground = { name: "Tide lab", pygments_language: "Rust", url_template: "https://lab.example/?c={code}" };
    await sees("playground-settings", () => owner.person.call(playgrounds.addPlayground, playground), playground.name);
    const field = { name: "Favourite tide", field_type: 1 } as const;
    await sees("profile-field-settings", () => owner.person.call(profileFields.createProfileField, field), field.name);
  });
});

interface SeenPage {
  readonly isBroken: boolean;
  /** Names of settings that have become columns of letters, and buttons that are too narrow for their words. */
  readonly squeezed: readonly string[];
  /** The settings of the page, by their names in the API: whether they can be changed. */
  readonly shown: Readonly<Record<string, boolean>>;
  /** Of its controls. */
  readonly labels: readonly string[];
}

/** What is on the open page, read at once. */
const seenIn = (window: Page, broken: string): Promise<SeenPage> =>
  window.evaluate((broken) => {
    const LEAST = 80;
    const all = <T extends Element>(selector: string) => [...document.querySelectorAll<T>(`main ${selector}`)];
    const names = all(".setting-words").filter((each) => each.getBoundingClientRect().width < LEAST);
    const buttons = all(".btn").filter((each) => each.scrollWidth > each.clientWidth + 1);
    const rows = all<HTMLElement>(".field-row[data-setting]").map((row): [string, boolean] => [
      row.dataset.setting ?? "",
      row.querySelector(".setting-control :is(input, select, textarea, button)") !== null,
    ]);
    const namesOf = (control: HTMLElement): (string | null)[] => [
      control.getAttribute("aria-label"),
      ...(control.getAttribute("aria-labelledby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? null),
      ...[...((control as HTMLInputElement).labels ?? [])].map((label) => label.textContent),
    ];
    return {
      isBroken: document.body.textContent?.includes(broken) ?? false,
      squeezed: [...names, ...buttons].filter((each) => each.checkVisibility()).map((each) => each.textContent ?? ""),
      shown: Object.fromEntries(rows),
      labels: all<HTMLElement>(":is(input, select, textarea, button)")
        .flatMap(namesOf)
        .map((name) => name?.trim() ?? ""),
    };
  }, broken);

/** Whether the server lets them; what it refuses for another reason, it would let them do. */
async function isAllowed(saving: Promise<unknown>): Promise<boolean> {
  try {
    await saving;
    return true;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return !NOT_ALLOWED.test(error.message);
  }
}
