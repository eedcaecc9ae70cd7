/** Fills collections, and then reads them or makes the server process them. */
import type { Attack, AttackerRole, Enemy } from "../enemy.ts";

const LONG = "x".repeat(9900);

/** Adds as fast as possible for half of the time, and reads the entries for the rest. */
const filling = (
  name: string,
  add: (enemy: Enemy, count: number) => Promise<unknown>,
  read?: (enemy: Enemy) => Promise<unknown>,
  as: AttackerRole = "member",
): Attack => ({
  name: `fill-${name}`,
  as,
  seconds: 4,
  async run(enemy) {
    const half = enemy.remainingMs / 2;
    await enemy.storm((count) => (enemy.remainingMs > half ? add(enemy, count) : (read ?? registration)(enemy)));
  },
});

const registration = (enemy: Enemy) => enemy.post("/register");
const soon = () => String(Math.floor(Date.now() / 1000) + 3);

export const collectionAttacks: readonly Attack[] = [
  filling(
    "drafts",
    (enemy) => {
      const draft = { type: "stream", to: [enemy.around.channels[0]?.id], topic: "a", content: LONG };
      return enemy.post("/drafts", { drafts: JSON.stringify(Array.from({ length: 90 }, () => draft)) });
    },
    (enemy) => enemy.get("/drafts"),
  ),
  filling(
    "snippets",
    (enemy, count) => enemy.post("/saved_snippets", { title: `s${count}`, content: LONG }),
    (enemy) => enemy.get("/saved_snippets"),
  ),
  filling("alert-words", (enemy, count) =>
    enemy.post("/users/me/alert_words", {
      alert_words: JSON.stringify(Array.from({ length: 1000 }, (_, number) => `word ${count} ${number}`)),
    }),
  ),
  filling(
    "scheduled-at-one-second",
    (enemy) =>
      enemy.post("/scheduled_messages", {
        type: "channel",
        to: String(enemy.around.channels[0]?.id),
        topic: "a",
        content: LONG,
        scheduled_delivery_timestamp: soon(),
      }),
    (enemy) => enemy.get("/scheduled_messages"),
  ),
  filling(
    "reminders",
    (enemy) =>
      enemy.post("/reminders", {
        message_id: String(enemy.around.largeTopic.newestMessageId),
        scheduled_delivery_timestamp: soon(),
        note: "n".repeat(900),
      }),
    (enemy) => enemy.get("/reminders"),
  ),
  filling("views", (enemy, count) =>
    enemy.post("/navigation_views", { fragment: `narrow/${count}`, is_pinned: "true", name: `v${count}` }),
  ),
  filling("topic-policies", (enemy, count) =>
    enemy.post("/user_topics", {
      stream_id: String(enemy.around.channels[0]?.id),
      topic: `topic ${count} ${"t".repeat(45)}`,
      visibility_policy: "1",
    }),
  ),
  filling("push-tokens", (enemy, count) =>
    enemy.post("/users/me/android_gcm_reg_id", { token: `${count}${LONG.slice(0, 3000)}` }),
  ),
  filling("web-push", (enemy, count) =>
    enemy.post("/web_push/subscriptions", {
      endpoint: `https://push.example.com/${count}`,
      p256dh: "BPx5X0o1J0M3Yk6Y0n2s1XH8iGmX5m2v2c3c4d5e6f7g8h9i0jAkBlCmDnEoFpGqHrIsJtKuLvMwNxOyPz0AAAA",
      auth: "AAAAAAAAAAAAAAAAAAAAAA",
    }),
  ),
  filling("onboarding-steps", (enemy, count) =>
    enemy.post("/users/me/onboarding_steps", { onboarding_step: `step${count}` }),
  ),
  filling(
    "linkifiers",
    (enemy, count) =>
      enemy.post("/realm/filters", { pattern: `L${count}-(?P<id>[0-9]+)`, url_template: "https://example.com/{id}" }),
    registration,
    "owner",
  ),
  filling(
    "attachments",
    (enemy, count) =>
      enemy.ask("POST", "/user_uploads", {
        type: "multipart/form-data; boundary=hostile",
        bytes: `--hostile\r\nContent-Disposition: form-data; name="file"; filename="${count}.txt"\r\n\r\nx\r\n--hostile--\r\n`,
      }),
    (enemy) => enemy.get("/attachments"),
  ),
];
