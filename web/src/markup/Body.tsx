/** A message's text: rendered by the server, sanitized here, and enhanced for this reader. */
import { type RefObject, useLayoutEffect, useRef } from "react";
import { useStore } from "../state/store.ts";
import { openViewer } from "../viewer/open-viewer.tsx";
import { enhanceAnimated } from "./enhance/animated.ts";
import { enhanceChannelLinks } from "./enhance/channel-links.ts";
import { enhanceCodeBlocks } from "./enhance/code-blocks.ts";
import { enhanceEmoji } from "./enhance/emoji.ts";
import { enhanceFiles } from "./enhance/files.ts";
import { enhanceFormulas } from "./enhance/formulas.ts";
import { enhanceImages } from "./enhance/images.ts";
import { enhanceMentions } from "./enhance/mentions.ts";
import { enhancePreviews } from "./enhance/previews.ts";
import { enhanceSpoilers } from "./enhance/spoilers.ts";
import { enhanceTables } from "./enhance/tables.ts";
import { enhanceTimes } from "./enhance/times.ts";
import { enhanceVideos } from "./enhance/videos.ts";
import "./markup.css";
import { elementsOf } from "./parsed.ts";
import { readerOf } from "./reader.ts";
import { tileNode } from "./tile-node.ts";
import { useEnhancement } from "./useEnhancement.ts";

export interface BodyProps {
  /** The server's rendering. */
  readonly html: string;
  /** Undefined for text that is not a message yet. */
  readonly messageId: number | undefined;
  /** UNIX seconds; undefined if never edited. */
  readonly editedAt?: number | undefined;
  /** Whether a topic mention includes this reader. */
  readonly isInTopic?: boolean;
  /** URLs of hidden previews. */
  readonly hiddenPreviews?: ReadonlySet<string>;
  /** Hides a preview; undefined if the reader may not. */
  readonly onHidePreview?: ((address: string) => void) | undefined;
  readonly openPerson?: (userId: number, anchor: HTMLElement) => void;
  readonly openGroup?: (groupId: number, anchor: HTMLElement) => void;
}

/** For enhancements without input. */
const NOTHING = undefined;
const NONE: ReadonlySet<string> = new Set();

/** Most messages are plain text and need no enhancement. */
const PLAIN = /^(?:[^<]|<\/?(?:p|br|strong|em|del)>)*$/;
/** A message with only emoji is drawn larger. */
const WORD = />[^<]*\p{L}/u;

export function Body(props: BodyProps) {
  const isWords = PLAIN.test(props.html) && WORD.test(props.html);
  return isWords ? <Words {...props} /> : <Finished {...props} />;
}

function Words(text: BodyProps) {
  const body = useRef<HTMLDivElement>(null);
  useElements(body, text);
  return <div className="markup" dir="auto" ref={body} />;
}

function useElements(body: RefObject<HTMLElement | null>, { html, messageId, editedAt }: BodyProps): void {
  useLayoutEffect(() => {
    body.current?.replaceChildren(elementsOf({ html, messageId, editedAt }));
  }, [body, html, messageId, editedAt]);
}

function Finished(props: BodyProps) {
  const { html, messageId, editedAt, isInTopic = false, openPerson, openGroup } = props;
  const { hiddenPreviews = NONE, onHidePreview } = props;
  const body = useRef<HTMLDivElement>(null);
  const reader = useStore(readerOf);
  const { ownId, ownGroups, channels, playgrounds, stills, clock } = reader;
  const animate = animated(reader.animate);
  const shown = `${messageId ?? ""} ${html}`;

  useElements(body, { html, messageId, editedAt });
  useEnhancement(body, shown, enhanceEmoji, { asNames: reader.emojiAsNames });
  useEnhancement(body, shown, enhanceMentions, { ownId, ownGroups, isInTopic, openPerson, openGroup });
  useEnhancement(body, shown, enhanceChannelLinks, {
    tileOf: (id: number) => {
      const channel = channels.get(id);
      return channel && tileNode(channel);
    },
  });
  useEnhancement(body, shown, enhanceTimes, { clock });
  useEnhancement(body, shown, enhanceCodeBlocks, { playgrounds });
  useEnhancement(body, shown, enhanceSpoilers, NOTHING);
  useEnhancement(body, shown, enhanceTables, NOTHING);
  useEnhancement(body, shown, enhanceFormulas, NOTHING);
  useEnhancement(body, shown, enhanceFiles, NOTHING);
  useEnhancement(body, shown, enhanceVideos, NOTHING);
  useEnhancement(body, shown, enhanceImages, { openPictures: openViewer });
  useEnhancement(body, shown, enhanceAnimated, { animate, stills });
  useEnhancement(body, shown, enhancePreviews, { hidden: hiddenPreviews, onHide: onHidePreview });

  return <div className="markup" dir="auto" ref={body} />;
}

const wantsLessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Respects the system's reduced-motion setting. */
const animated = (wanted: "always" | "on_hover" | "never") => (wantsLessMotion.matches ? "never" : wanted);
