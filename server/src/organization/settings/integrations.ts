/** External services that clients can offer: video calls and GIFs. The server lists the choices. */
import { ApiError, badRequest, bareOrQuoted, demand, said, shortText } from "../../kernel/api/index.ts";

interface Choice {
  readonly id: number;
  readonly name: string;
}

export const VIDEO_CHAT_PROVIDERS: Readonly<Record<string, Choice>> = {
  disabled: { id: 0, name: "None" },
  jitsi_meet: { id: 1, name: "Jitsi Meet" },
};

export const GIPHY_RATINGS: Readonly<Record<string, Choice>> = {
  disabled: { id: 0, name: "No GIFs" },
  y: { id: 1, name: "Y: for young children" },
  g: { id: 2, name: "G: general audience" },
  pg: { id: 3, name: "PG: parental guidance" },
  "pg-13": { id: 4, name: "PG-13: parental guidance under 13" },
  r: { id: 5, name: "R: restricted" },
};

const CHOICES = { giphy_rating: GIPHY_RATINGS, video_chat_provider: VIDEO_CHAT_PROVIDERS };

/** Checks that the id is one of the setting's choices. */
export const idAmong =
  (setting: keyof typeof CHOICES) =>
  (id: number): number => {
    const isKnown = Object.values(CHOICES[setting]).some((choice) => choice.id === id);
    demand(isKnown, new ApiError(said`Invalid ${setting} ${id}`));
    return id;
  };

const MAX_URL_LENGTH = 200;
export const NotAJitsiServer = badRequest("jitsi_server_url is not an allowed_type");

export const sentJitsiServer = bareOrQuoted(shortText());

/** A URL, or `default` for the server's choice. */
export function jitsiServerFrom(sent: string): string | null {
  if (sent === "default") return null;
  const isWeb = /^https?:$/.test(URL.parse(sent)?.protocol ?? "");
  demand(isWeb && sent.length <= MAX_URL_LENGTH, new NotAJitsiServer());
  return sent;
}
