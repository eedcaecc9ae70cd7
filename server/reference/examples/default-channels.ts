import * as defaults from "../../src/channels/default-channels/contract.ts";
import { register } from "../../src/registration/contract.ts";
import type { Story } from "../scene.ts";

export const defaultChannelExamples: Story = async ({ shows, ada, channels }) => {
  await shows(defaults.addDefaultChannel, ada, { stream_id: channels.launch });
  await shows(defaults.removeDefaultChannel, ada, { stream_id: channels.launch });
  await shows(defaults.createDefaultGroup, ada, {
    group_name: "Makers",
    description: "For those who make the books.",
    stream_names: ["design"],
  });
  const { realm_default_stream_groups = [] } = await ada.call(register, {
    fetch_event_types: ["default_stream_groups"],
  });
  const group_id = realm_default_stream_groups[0]?.id as number;
  await shows(defaults.updateDefaultGroup, ada, { group_id, new_group_name: "Bookmakers" });
  await shows(defaults.changeDefaultGroupChannels, ada, { group_id, op: "add", stream_names: ["launch"] });
  await shows(defaults.deleteDefaultGroup, ada, { group_id });
};
