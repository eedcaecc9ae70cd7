/** Adds the reader's reaction to a message, or takes it back. What is so shows when the server says so. */
import type { Message } from "@parley/client";
import { reactions } from "@parley/server/contract";
import { showToast } from "../parts/toasts.tsx";
import { useSession } from "../state/session.tsx";
import type { Pill } from "./reactions.ts";

export function useReact(messageId: number): (emoji: Pill["emoji"], isOwn: boolean) => void {
  const { connection } = useSession();
  return ({ emoji_name, emoji_code, reaction_type }, isOwn) => {
    const reaction = {
      message_id: messageId as Message["id"],
      emoji_name,
      emoji_code,
      reaction_type: reaction_type as Message["reactions"][number]["reaction_type"],
    };
    const done = isOwn
      ? connection.call(reactions.removeReaction, reaction)
      : connection.call(reactions.addReaction, reaction);
    done.catch((error: Error) => showToast({ text: error.message }));
  };
}
