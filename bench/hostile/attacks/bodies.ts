/** Requests that are large, deeply nested or in many parts. */
import { type Attack, multipart, rawForm } from "../enemy.ts";

const MIB = 1024 * 1024;
const LARGEST = 24 * MIB;

/** A JSON list of this size. */
const listOf = (item: string, bytes = LARGEST): string =>
  `[${`${item},`.repeat(Math.floor(bytes / (item.length + 1)) - 1)}${item}]`;

const posting = (name: string, path: string, form: () => string, as?: Attack["as"], method = "POST"): Attack => ({
  name,
  ...(as ? { as } : {}),
  run(enemy) {
    const body = rawForm(form());
    return enemy.storm(() => enemy.ask(method, path, body), 4);
  },
});

const deep = (open: string, close: string): string => open.repeat(LARGEST / 4) + close.repeat(LARGEST / 4);

export const bodyAttacks: readonly Attack[] = [
  posting("body-flags-of-fractions", "/messages/flags", () => `op=add&flag=read&messages=${listOf("1.5")}`, "guest"),
  posting("body-flags-of-numbers", "/messages/flags", () => `op=add&flag=read&messages=${listOf("7")}`, "guest"),
  posting("body-flags-1-mib", "/messages/flags", () => `op=add&flag=starred&messages=${listOf("12345", MIB - 100)}`),
  posting("body-recipients", "/messages", () => `type=direct&content=a&to=${listOf("9")}`, "guest"),
  posting("body-recipients-by-email", "/messages", () => `type=direct&content=a&to=${listOf('"a@b.c"')}`),
  posting("body-typing", "/typing", () => `op=start&to=${listOf("9")}`, "guest"),
  posting("body-drafts", "/drafts", () => `drafts=${listOf('{"type":"","to":[],"topic":"","content":"a"}')}`),
  posting("body-draft-large", "/drafts", () => `drafts=[{"type":"","to":${listOf("1")},"topic":"","content":"a"}]`),
  posting("body-username", "/fetch_api_key", () => `password=a&username=${"a@".repeat(LARGEST / 2)}`, "outsider"),
  posting(
    "body-password",
    "/fetch_api_key",
    () => `username=person9@example.com&password=${"a".repeat(LARGEST)}`,
    "outsider",
  ),
  posting("body-content", "/messages", () => `type=channel&to=1&topic=a&content=${"a".repeat(LARGEST)}`, "guest"),
  posting("body-alert-words", "/users/me/alert_words", () => {
    const words = Array.from({ length: 200_000 }, (_, number) => `"w${number}"`);
    return `alert_words=[${words.join(",")}]`;
  }),
  posting("body-subscriptions", "/users/me/subscriptions", () => `subscriptions=${listOf('{"name":"a"}')}`),
  posting(
    "body-principals",
    "/users/me/subscriptions",
    () => `subscriptions=[{"name":"channel 3"}]&principals=${listOf("9")}`,
  ),
  posting(
    "body-properties",
    "/users/me/subscriptions/properties",
    () => `subscription_data=${listOf('{"stream_id":3,"property":"color","value":"#000000"}')}`,
  ),
  posting("body-profile", "/users/me/profile_data", () => `data=${listOf('{"id":1,"value":"a"}')}`, "guest", "PATCH"),
  posting("body-status", "/users/me/status", () => `status_text=${"a".repeat(LARGEST)}`, "guest"),
  posting("body-snippet", "/saved_snippets", () => `title=a&content=${"a".repeat(LARGEST)}`),
  posting("body-name", "/settings", () => `full_name=${"%E2%80%8B".repeat(LARGEST / 9)}`, "guest", "PATCH"),
  posting("body-storage", "/bot_storage", () => {
    const keys = Array.from({ length: 400_000 }, (_, number) => `"k${number}":"${number}"`);
    return `storage={${keys.join(",")}}`;
  }),
  posting("body-invitations", "/invites", () => `stream_ids=[]&invitee_emails=${"a@b.cd,".repeat(LARGEST / 7)}`),
  posting("body-members", "/user_groups/create", () => `name=g&description=&members=${listOf("9")}`),
  posting("body-subscribers", "/channels/create", () => `name=c&subscribers=${listOf("9")}`),
  posting("body-capabilities", "/register", () => `client_capabilities={"a":${listOf("1")}}`),
  posting("body-event-types", "/register", () => `event_types=${listOf('"message"')}`),
  posting("body-deep-lists", "/messages/flags", () => `op=add&flag=read&messages=${deep("[", "]")}`, "guest"),
  posting("body-deep-objects", "/drafts", () => `drafts=${'{"a":'.repeat(1_000_000)}1${"}".repeat(1_000_000)}`),
  posting("body-many-keys", "/drafts", () => {
    const keys = Array.from({ length: 1_000_000 }, (_, number) => `"k${number}":1`);
    return `drafts=[{${keys.join(",")}}]`;
  }),
  posting("body-escapes", "/messages", () => `type=channel&to=1&topic=a&content=${"%61".repeat(LARGEST / 3)}`, "guest"),
  posting(
    "body-escapes-of-escapes",
    "/messages",
    () => `type=channel&to=1&topic=a&content=${"%25".repeat(LARGEST / 3)}`,
    "guest",
  ),
  posting(
    "body-escapes-broken",
    "/messages",
    () => `type=channel&to=1&topic=a&content=${"%f".repeat(LARGEST / 2)}`,
    "guest",
  ),
  posting(
    "body-json-escapes",
    "/messages/flags",
    () => `op=add&flag=read&messages="${"\\u0061".repeat(LARGEST / 6)}"`,
    "guest",
  ),
  posting("body-pluses", "/messages", () => `type=channel&to=1&topic=a&content=${"+".repeat(LARGEST)}`, "guest"),
  posting(
    "body-fields",
    "/messages",
    () => `type=channel&to=1&topic=a&content=a${"&a=b".repeat(LARGEST / 4)}`,
    "guest",
  ),
  posting("body-fields-empty", "/messages", () => "&".repeat(LARGEST), "guest"),
  posting("body-number-long", "/messages/flags", () => `op=add&flag=read&messages=[${"9".repeat(LARGEST)}]`, "guest"),
  posting("body-number-exponent", "/messages/flags", () => `op=add&flag=read&messages=${listOf("1e999")}`, "guest"),
  posting("body-of-a-get", "/messages", () => `method=GET&message_ids=${listOf("9")}`, "guest"),
  {
    name: "body-multipart-parts",
    as: "guest",
    run(enemy) {
      const body = multipart(Array.from({ length: 200_000 }, () => ({ name: "a", value: "b" })));
      return enemy.storm(() => enemy.ask("POST", "/messages", body), 4);
    },
  },
  {
    name: "body-multipart-files",
    as: "guest",
    run(enemy) {
      const body = multipart(Array.from({ length: 50_000 }, () => ({ name: "a", file: "a", value: "b" })));
      return enemy.storm(() => enemy.ask("POST", "/user_uploads", body), 4);
    },
  },
  {
    name: "body-multipart-headers",
    as: "guest",
    run(enemy) {
      const body = multipart([{ name: "a", type: "a".repeat(8 * MIB), value: "b" }]);
      return enemy.storm(() => enemy.ask("POST", "/user_uploads", body), 4);
    },
  },
  {
    name: "body-multipart-field",
    as: "guest",
    run(enemy) {
      const body = multipart([{ name: "content", value: Buffer.alloc(LARGEST, "a") }]);
      return enemy.storm(() => enemy.ask("POST", "/messages", body), 4);
    },
  },
  {
    name: "body-multipart-boundaries",
    as: "guest",
    run(enemy) {
      const bytes = Buffer.from("\r\n--hostil".repeat(2_000_000));
      return enemy.storm(
        () => enemy.ask("POST", "/messages", { type: "multipart/form-data; boundary=hostile", bytes }),
        4,
      );
    },
  },
  {
    name: "body-in-small-chunks",
    as: "guest",
    async run(enemy) {
      const head =
        `POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${enemy.authorization}\r\n` +
        "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n";
      const chunks = "1\r\na\r\n".repeat(200_000);
      await enemy.storm(async () => {
        const socket = await enemy.socket((chunk) => enemy.count(chunk.toString("latin1", 9, 12)));
        const closed = new Promise((resolve) => socket.once("close", resolve));
        socket.setTimeout(3000, () => socket.destroy());
        socket.end(head + chunks);
        await closed;
      }, 4);
    },
  },
];
