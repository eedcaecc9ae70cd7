/** The page inside the desktop application, which gives it a bridge before it loads. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";

interface Bridge {
  /** The events that the page sent. */
  readonly sent: [string, ...unknown[]][];
  readonly listeners: Record<string, (...values: unknown[]) => void>;
  readonly notifications: { title: string; body: string; click(): void; isClosed: boolean }[];
  takesReplies: boolean;
  asksForPresence: boolean;
}

/** As released applications have it. */
function installBridge(): void {
  const bridge: Bridge = { sent: [], listeners: {}, notifications: [], takesReplies: false, asksForPresence: false };
  const electron_bridge = {
    send_event: (...event: [string, ...unknown[]]) => void bridge.sent.push(event),
    on_event: (name: string, listener: () => void) => {
      bridge.listeners[name] = listener;
    },
    new_notification(title: string, { body = "" }: NotificationOptions, dispatch: (type: string) => boolean) {
      const shown = { title, body, click: () => void dispatch("click"), isClosed: false };
      bridge.notifications.push(shown);
      return {
        close: () => {
          shown.isClosed = true;
        },
      };
    },
    get_idle_on_system: () => false,
    get_last_active_on_system: () => {
      bridge.asksForPresence = true;
      return Date.now();
    },
    set_send_notification_reply_message_supported: (isSupported: boolean) => {
      bridge.takesReplies = isSupported;
    },
  };
  Object.assign(globalThis, { bridge, electron_bridge });
}

type InApplication = typeof globalThis & { bridge: Bridge };

const bridgeOf = (page: Page) =>
  page.evaluate(() => {
    const { sent, notifications, takesReplies, asksForPresence } = (globalThis as InApplication).bridge;
    return { sent, takesReplies, asksForPresence, notifications: notifications.map((each) => ({ ...each, click: 0 })) };
  });
const lastSent = async (page: Page, name: string) => (await bridgeOf(page)).sent.findLast(([event]) => event === name);
const tells = (page: Page, name: string, ...values: unknown[]) =>
  page.evaluate(
    ([event, given]) => (globalThis as InApplication).bridge.listeners[event as string]?.(...(given as unknown[])),
    [name, values] as const,
  );

test("in the desktop application the page uses its bridge", async (t) => {
  const [server, browser] = await Promise.all([newServer(t, "sqlite"), openBrowser(t)]);
  const [olivia, ben] = [server.owner as Person, await server.member("Ben")];
  const page = await openWindow(t, browser, server.address);
  await page.addInitScript(installBridge);
  await entersAs(page, { email: olivia.email, password: PASSWORD });
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();

  await t.test("it says the organization's name and icon, and how much is unread", async () => {
    await until("the name is said", async () => (await lastSent(page, "realm_name"))?.[1] === "Acme");
    const icon = (await lastSent(page, "realm_icon_url"))?.[1] as string;
    const answer = await page.request.get(icon);
    assert.equal(answer.headers()["content-type"], "image/png", "released applications draw no SVG");
    await until("the count is said", async () => typeof (await lastSent(page, "total_unread_count"))?.[1] === "number");
    await until("it is asked for replies and presence", async () => {
      const { takesReplies, asksForPresence } = await bridgeOf(page);
      return takesReplies && asksForPresence;
    });
  });

  await t.test("its notifications are the application's, and a click opens the message", async () => {
    const before = (await lastSent(page, "total_unread_count"))?.[1] as number;
    await ben.sendsTo([olivia], "Are you there?");
    await until("the notification is shown", async () => (await bridgeOf(page)).notifications.length === 1);
    const [shown] = (await bridgeOf(page)).notifications;
    assert.match(shown?.title ?? "", /Ben/);
    assert.equal(shown?.body, "Are you there?");
    await until("it is counted", async () => (await lastSent(page, "total_unread_count"))?.[1] === before + 1);
    const icon = page.locator("link[rel=icon]");
    await until("the icon says so", async () => /favicon-pms/.test((await icon.getAttribute("href")) ?? ""));
    await page.evaluate(() => (globalThis as InApplication).bridge.notifications[0]?.click());
    await page.getByRole("heading", { level: 1, name: "Ben" }).waitFor();
    await until("it is closed", async () => (await bridgeOf(page)).notifications[0]?.isClosed === true);
    await page.getByRole("article").getByText("Are you there?").waitFor();
    // Opening a message by its link marks nothing.
    await page.keyboard.press("End");
    await until("it is read", async () => (await lastSent(page, "total_unread_count"))?.[1] === before);
  });

  await t.test("a reply from the notification is sent, and a failure is reported", async () => {
    const id = await ben.sendsTo([olivia], "And now?");
    await tells(page, "send_notification_reply_message", id, "On my way");
    await page.getByRole("article").filter({ hasText: "On my way" }).waitFor();
    await tells(page, "send_notification_reply_message", id + 1000, "To nobody");
    await until("it is reported", async () => {
      const failed = await lastSent(page, "send_notification_reply_message_failed");
      const { message_id, reply, msg } = (failed?.[1] ?? {}) as Record<string, unknown>;
      return message_id === id + 1000 && reply === "To nobody" && typeof msg === "string";
    });
  });

  await t.test("the commands of its menus work", async () => {
    await tells(page, "show-keyboard-shortcuts");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await tells(page, "logout");
    await page.waitForURL(/\/login\//);
  });
});

test("an application whose bridge has no members is only a window", async (t) => {
  const [server, browser] = await Promise.all([newServer(t, "sqlite"), openBrowser(t)]);
  const page = await openWindow(t, browser, server.address);
  await page.addInitScript(() => void Object.assign(globalThis, { electron_bridge: {} }));
  await entersAs(page, { email: (server.owner as Person).email, password: PASSWORD });
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
});
