import * as settings from "../../src/people/settings/contract.ts";
import type { Story } from "../scene.ts";

export const settingsExamples: Story = async ({ shows, ada, chiara }) => {
  await shows(settings.updateSettings, chiara, { twenty_four_hour_time: true, timezone: "Europe/Lisbon" });
  await shows(settings.updateDisplaySettings, chiara, { color_scheme: 2 });
  await shows(settings.updateNotificationSettings, chiara, { enable_sounds: false });
  await shows(settings.runCommand, chiara, { command: "/light" });
  await shows(settings.updateUserDefaults, ada, { web_home_view: "recent_topics" });
};
