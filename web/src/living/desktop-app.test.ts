import assert from "node:assert/strict";
import { test } from "node:test";
import { lastActiveOnSystem, notify } from "./desktop-app.ts";

test("the application knows when the person was last at the computer, in whichever way it says so", () => {
  assert.equal(lastActiveOnSystem({ get_last_active_on_system: () => 7 }, 100), 7);
  assert.equal(lastActiveOnSystem({ get_idle_on_system: () => false }, 100), 100);
  assert.equal(lastActiveOnSystem({ get_idle_on_system: () => true }, 100), 0);
  assert.equal(lastActiveOnSystem({}, 100), 0);
  assert.equal(lastActiveOnSystem(undefined, 100), 0);
});

test("the application shows notifications and passes clicks on", () => {
  const seen: string[] = [];
  let dispatch = (_type: string): boolean => false;
  const app = {
    new_notification(title: string, _options: NotificationOptions, given: typeof dispatch) {
      seen.push(title);
      dispatch = given;
      return { close: () => void seen.push("closed") };
    },
  };
  const handlers = { onClick: () => void seen.push("clicked"), onClose: () => void seen.push("gone") };
  notify("Ben", {}, handlers, app).close();
  dispatch("click");
  dispatch("close");
  assert.deepEqual(seen, ["Ben", "closed", "clicked", "gone"]);
});
