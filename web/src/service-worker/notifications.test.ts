import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { open, told } from "./notifications.ts";
import type { WindowClient, WorkerScope } from "./scope.ts";

interface ShownNotification {
  readonly title: string;
  readonly options: NotificationOptions & { readonly data: { readonly messageId: number; readonly fragment: string } };
  isClosed: boolean;
}

/** The parts of a service worker's environment that are used. */
class Windows {
  readonly shown: ShownNotification[] = [];
  readonly opened: string[] = [];
  all: (WindowClient & { readonly told: unknown[]; isFronted: boolean })[] = [];

  readonly registration = {
    showNotification: async (title: string, options: ShownNotification["options"]) => {
      this.shown.push({ title, options, isClosed: false });
    },
    getNotifications: async () =>
      this.shown.map((each) => ({
        data: each.options.data,
        close: () => {
          each.isClosed = true;
        },
      })),
  };
  readonly clients = {
    matchAll: async () => this.all,
    openWindow: async (url: string) => {
      this.opened.push(url);
      return null;
    },
  };

  has({ path = "/", isVisible = false, isFocused = false }): void {
    const said: unknown[] = [];
    const client = {
      url: `https://tideline.example${path}`,
      visibilityState: isVisible ? ("visible" as const) : ("hidden" as const),
      focused: isFocused,
      told: said,
      isFronted: false,
      focus: async () => {
        client.isFronted = true;
        return client;
      },
      postMessage: (message: unknown) => void said.push(message),
    };
    this.all.push(client);
  }
}

let windows: Windows;
beforeEach(() => {
  windows = new Windows();
  const { registration, clients } = windows;
  Object.assign(globalThis, { registration, clients } as unknown as Partial<WorkerScope>);
});

const inTopic = {
  type: "message",
  user_id: 7,
  message_id: 31,
  sender_full_name: "Priya Raman",
  sender_avatar_url: "/avatar/9",
  content: "Galaxy A13",
  channel_id: 4,
  channel_name: "launch",
  topic: "Harbour map: first paint",
};

test("a message is shown with who has written it, where, and its text", async () => {
  await told(inTopic);
  const [{ title, options } = assert.fail()] = windows.shown;
  assert.equal(title, "Priya Raman in launch › Harbour map: first paint");
  assert.deepEqual(
    { body: options.body, icon: options.icon, data: options.data },
    {
      body: "Galaxy A13",
      icon: "/avatar/9",
      data: { messageId: 31, fragment: "narrow/channel/4/topic/Harbour.20map.3A.20first.20paint/near/31" },
    },
  );
});

test("one of a conversation takes the place of the one before; another conversation has its own", async () => {
  await told(inTopic);
  await told({ ...inTopic, message_id: 32 });
  await told({ ...inTopic, message_id: 33, topic: "tides" });
  const tags = windows.shown.map(({ options }) => options.tag);
  assert.equal(tags[0], tags[1]);
  assert.notEqual(tags[0], tags[2]);
});

test("a direct message leads to those who talk, without oneself", async () => {
  const direct = { ...inTopic, channel_id: undefined, channel_name: undefined, topic: undefined };
  await told({ ...direct, recipient_user_ids: [7, 9, 8] });
  const [{ title, options } = assert.fail()] = windows.shown;
  assert.equal(title, "Priya Raman");
  assert.equal(options.data.fragment, "narrow/dm/8,9-dm/near/31");
});

test("nothing is shown where a window is looked at: that tells for itself", async () => {
  windows.has({ isVisible: false });
  await told(inTopic);
  assert.equal(windows.shown.length, 1);
  windows.has({ isVisible: true });
  await told(inTopic);
  assert.equal(windows.shown.length, 1);
});

test("what was read elsewhere is withdrawn, and nothing else", async () => {
  await told(inTopic);
  await told({ ...inTopic, message_id: 32, topic: "tides" });
  await told({ type: "remove", user_id: 7, message_ids: [31, 99] });
  assert.deepEqual(
    windows.shown.map(({ isClosed }) => isClosed),
    [true, false],
  );
});

test("a test is shown; what is not known is not", async () => {
  await told({ type: "test", user_id: 7 });
  await told({ type: "weather", user_id: 7 });
  assert.deepEqual(
    windows.shown.map(({ title }) => title),
    ["Notifications work"],
  );
});

test("a click leads there in the window that was used last, or in a new one", async () => {
  await open("narrow/channel/4/near/31");
  assert.deepEqual(windows.opened, ["/#narrow/channel/4/near/31"]);
  windows.has({ path: "/login/" });
  windows.has({});
  windows.has({ isFocused: true });
  await open("narrow/channel/4/near/32");
  assert.equal(windows.opened.length, 1);
  assert.deepEqual(
    windows.all.map(({ isFronted, told: said }) => [isFronted, ...said]),
    [[false], [false], [true, { open: "narrow/channel/4/near/32" }]],
  );
});
