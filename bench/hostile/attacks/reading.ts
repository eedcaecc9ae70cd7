/** The largest possible reads, repeatedly. */
import type { Attack, Enemy } from "../enemy.ts";

const reading = (name: string, next: (enemy: Enemy, count: number) => Promise<unknown>, as?: Attack["as"]): Attack => ({
  name: `read-${name}`,
  ...(as ? { as } : {}),
  run: (enemy) => enemy.storm((count) => next(enemy, count)),
});

const page = { anchor: "newest", num_after: "0" };

export const readingAttacks: readonly Attack[] = [
  reading("pages-of-5000", (enemy) => enemy.get("/messages", { ...page, num_before: "5000", narrow: "[]" })),
  reading("pages-of-all-public", (enemy) =>
    enemy.get("/messages", { ...page, num_before: "5000", narrow: '[["channels","public"]]' }),
  ),
  reading("pages-around-first-unread", (enemy) =>
    enemy.get("/messages", { anchor: "first_unread", num_before: "2500", num_after: "2500", narrow: "[]" }),
  ),
  reading("register-everything", (enemy) => enemy.post("/register", { include_subscribers: "true" })),
  reading("register-without-events", (enemy) => enemy.post("/register", { event_types: "[]" })),
  reading("register-with-slim-presence", (enemy) =>
    enemy.post("/register", { slim_presence: "true", presence_history_limit_days: "365" }),
  ),
  reading("users", (enemy) => enemy.get("/users", { include_custom_profile_fields: "true" })),
  reading("subscriptions", (enemy) => enemy.get("/users/me/subscriptions", { include_subscribers: "true" })),
  reading("streams", (enemy) => enemy.get("/streams", { include_all: "true" })),
  reading("members-of-everything", (enemy, count) =>
    enemy.get(`/streams/${enemy.around.channels[count % 99]?.id}/members`),
  ),
  reading("topics", (enemy) => enemy.get(`/users/me/${enemy.around.channels[0]?.id}/topics`)),
  reading("presence", (enemy) => enemy.get("/realm/presence")),
  reading("receipts", (enemy) => enemy.get(`/messages/${enemy.around.largeTopic.newestMessageId}/read_receipts`)),
  reading("groups", (enemy) => enemy.get("/user_groups", { include_deactivated_groups: "true" })),
  reading("linked-documentation", (enemy) => enemy.get("//api/v1/openapi.json"), "outsider"),
  reading("sign-in-pages", (enemy) => enemy.get("//login/"), "outsider"),
  reading(
    "password-strength",
    (enemy, count) => enemy.ask("POST", "//accounts/password/strength/", { password: `${"a1!".repeat(60)}${count}` }),
    "outsider",
  ),
];
