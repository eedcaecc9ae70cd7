/** Plays a video in place: inside its link, every click on its controls would follow the link. */
import { t } from "../../text/text.ts";
import { nameOfAddress, originalOf } from "../addresses.ts";
import { type Enhancement, MarkupChanges } from "../changes.ts";
import { node } from "../nodes.ts";

export const enhanceVideos: Enhancement = (body) => {
  const changes = new MarkupChanges();
  for (const video of body.querySelectorAll<HTMLVideoElement>(".message_inline_video > a > video")) {
    const link = video.parentElement as HTMLAnchorElement;
    const frame = link.parentElement as HTMLElement;
    changes.setAttribute(
      video,
      "aria-label",
      t("markup.video", { name: nameOfAddress(link.getAttribute("href") ?? "") }),
    );
    changes.move(video, frame);
    changes.remove(link);
  }
  for (const audio of body.querySelectorAll<HTMLAudioElement>("audio:not([aria-label])")) {
    const source = audio.getAttribute("src") ?? "";
    const name = audio.title || nameOfAddress(originalOf(source, location.origin) ?? source);
    changes.setAttribute(audio, "aria-label", t("markup.audio", { name }));
  }
  for (const player of body.querySelectorAll<HTMLMediaElement>("video, audio")) leadsWhereItIs(changes, player);
  return changes.undo;
};

/** A recording that cannot be played here becomes a link to its site. */
function leadsWhereItIs(changes: MarkupChanges, player: HTMLMediaElement): void {
  const address = originalOf(player.getAttribute("src") ?? "", location.origin);
  if (address === undefined) return;
  changes.listen(player, "error", () => {
    const link = node("a", "", player.title || nameOfAddress(address));
    link.href = address;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    changes.insert(player.parentNode as Node, link, player);
    changes.setAttribute(player, "hidden", "");
  });
}
