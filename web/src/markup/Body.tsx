/** The text of a message. */
import { textOf } from "./text-of.ts";

export interface BodyProps {
  readonly html: string;
  readonly messageId: number;
  readonly editedAt?: number | undefined;
  readonly isInTopic?: boolean;
  readonly openPerson?: (userId: number, anchor: HTMLElement) => void;
  readonly openGroup?: (groupId: number, anchor: HTMLElement) => void;
}

export function Body({ html }: BodyProps) {
  return (
    <div className="markup" dir="auto">
      {textOf(html)
        .split("\n")
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name.
          <p key={index}>{line}</p>
        ))}
    </div>
  );
}
