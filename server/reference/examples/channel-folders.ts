import * as folders from "../../src/channels/channel-folders/contract.ts";
import { updateChannel } from "../../src/channels/update/contract.ts";
import type { Story } from "../scene.ts";

export const channelFolderExamples: Story = async ({ shows, ada, chiara, channels }) => {
  const books = { name: "Books", description: "From manuscript to shelf." };
  const { channel_folder_id } = await shows(folders.createFolder, ada, books);
  const { channel_folder_id: house } = await ada.call(folders.createFolder, { name: "House" });
  await ada.call(updateChannel, { stream_id: channels.launch, folder_id: channel_folder_id });
  await shows(folders.reorderFolders, ada, { order: [house, channel_folder_id] });
  await shows(folders.updateFolder, ada, { channel_folder_id, name: "Our books" });
  await shows(folders.getFolders, chiara, {});
};
