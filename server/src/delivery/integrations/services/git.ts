/** What services with repositories have in common: pushes, branches and the topics of their messages. */
import type { Post } from "../integration.ts";
import { bullets, code, link, type Markup, md, NOTHING, plain } from "../markup.ts";
import type { UrlOptions } from "../request.ts";

export interface PushedCommit {
  readonly id: string;
  readonly message: string;
  readonly url: string | undefined;
  readonly author: string | undefined;
}

export interface Push {
  readonly repository: string;
  /** Who pushed, linked if possible. */
  readonly who: Markup;
  /** `refs/heads/main`, or only `main`. */
  readonly ref: string;
  readonly commits: readonly PushedCommit[];
  /** If more were pushed than are listed. */
  readonly total?: number | undefined;
  readonly compareUrl?: string | undefined;
  readonly change?: "created" | "deleted" | "forced" | undefined;
}

export const branchOf = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, "");
const isTag = (ref: string): boolean => ref.startsWith("refs/tags/");

/** Whether the URL asks for pushes to this branch. */
export function isWantedBranch({ branches }: UrlOptions, ref: string): boolean {
  if (branches === undefined || branches.trim() === "") return true;
  return branches.split(",").some((each) => each.trim() === branchOf(ref));
}

const SHOWN_ID = 10;

export function pushed(push: Push): Post {
  const { repository, who, ref, commits, compareUrl, change } = push;
  const [branch, kind] = [branchOf(ref), isTag(ref) ? "tag" : "branch"];
  const name = code(branch);
  const total = push.total ?? commits.length;
  const what = link(total === 1 ? "1 commit" : `${total} commits`, compareUrl);
  const sentence = (() => {
    if (change === "deleted") return md`${who} deleted the ${kind} ${name} of ${repository}`;
    if (total === 0 && change === "created") return md`${who} created the ${kind} ${name} in ${repository}`;
    if (change === "created") return md`${who} pushed ${what} to the new ${kind} ${name} of ${repository}`;
    if (change === "forced") return md`${who} force-pushed ${what} to ${name} of ${repository}`;
    return md`${who} pushed ${what} to ${name} of ${repository}`;
  })();
  return {
    topic: isTag(ref) ? `${repository} / tags` : `${repository} / ${branch}`,
    content: [sentence, commitList(commits, total, who)],
  };
}

/** The first lines of the messages, with the author where it is not the one who pushed. */
function commitList(commits: readonly PushedCommit[], total: number, who: Markup): Markup {
  const items = commits.map(({ id, message, url, author }) => {
    const isSame = author === undefined || who.source.includes(plain(author).source);
    const by = isSame ? NOTHING : md` (${author})`;
    return md`${shortId(id, url)} ${firstLine(message)}${by}`;
  });
  return bullets(items, Math.max(total, items.length));
}

/** The start of a commit's id, linked. */
export const shortId = (id: string, url: string | undefined): Markup => link(id.slice(0, SHOWN_ID), url);

export const firstLine = (message: string): string => message.trimStart().split("\n", 1)[0] as string;

/** `shop / PR #7 Add a cart`: one topic for everything about it. */
export const numberedTopic = (repository: string, kind: string, number: string, title: string): string =>
  `${repository} / ${kind} #${number} ${title}`;
