/** A video is played where it stands: its link would catch every click on its controls. */
import { t } from "../../text/text.ts";
import { nameOfAddress } from "../addresses.ts";
import { Changes, type Enhancement } from "../changes.ts";

export const enhanceVideos: Enhancement = (body) => {
  const changes = new Changes();
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
    const name = audio.title || nameOfAddress(audio.getAttribute("src") ?? "");
    changes.setAttribute(audio, "aria-label", t("markup.audio", { name }));
  }
  return changes.undo;
};
