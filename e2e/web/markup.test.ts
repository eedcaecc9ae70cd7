/**
 * Rendered HTML in a real browser, under the product's policy: nothing in it runs, and none of our own output is lost.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import type { Page } from "playwright-core";
import { render, renderPlain } from "../../server/src/text/markdown/render.ts";
import { CONSTRUCTS } from "../../server/src/text/markdown/test-constructs.ts";
import { TEST_NAMES, TEST_OPTIONS } from "../../server/src/text/markdown/test-names.ts";
import { openBrowser } from "../support/browser.ts";
import { type MarkupPage, serveMarkup } from "./markup-page.ts";
import { CODE, FORMULAS } from "./markup-samples.ts";
import { ELSEWHERE, TRIPWIRE, XSS_CORPUS } from "./xss-corpus.ts";

const runs = { numRuns: Number(process.env.PARLEY_FUZZ_RUNS ?? 40), seed: Number(process.env.PARLEY_FUZZ_SEED ?? 1) };

describe("rendered HTML in the browser", () => {
  let site: MarkupPage;
  let page: Page;
  const complaints: string[] = [];
  const farewells: (() => unknown)[] = [];

  before(async () => {
    const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
    site = await serveMarkup(lifetime);
    const browser = await openBrowser(lifetime);
    page = await browser.newPage();
    await page.addInitScript({
      content: `globalThis.tripped = [];
        globalThis.${TRIPWIRE} = (what) => tripped.push(String(what));
        for (const name of ["alert", "confirm", "prompt", "open", "print"]) globalThis[name] = () => tripped.push(name);
        addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
          tripped.push("policy: " + violatedDirective + " " + blockedURI + " " + sample));`,
    });
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("dialog", (dialog) => {
      complaints.push(`a dialog says ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(`${site.address}/`)) complaints.push(`asks for ${request.url()}`);
    });
    await page.goto(site.address);
    await page.waitForFunction(() => "markup" in globalThis);
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  const call = <T>(name: string, ...args: unknown[]): Promise<T> =>
    page.evaluate(`markup.${name}(...${JSON.stringify(args)})`) as Promise<T>;

  /** Waits for effects of a text, and returns them. */
  async function consequences({ ofOurs = false } = {}): Promise<string[]> {
    const tripped = (await page.evaluate(
      "new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(tripped.splice(0)), 20)))",
    )) as string[];
    // Styles in foreign HTML are refused while it is parsed, before any of our code runs.
    const refused = /^policy: style-src-attr|^Applying inline style violates/;
    const found = [...tripped, ...complaints.splice(0), ...site.surprises.splice(0)].filter(
      (each) => ofOurs || !refused.test(each),
    );
    if (page.url() !== `${site.address}/`) found.push(`went to ${page.url()}`);
    return found;
  }

  test("the tripwire works", async () => {
    await page.evaluate(`${TRIPWIRE}("tried")`);
    await page.evaluate(`try { document.body.innerHTML = "<p>a" } catch {}`);
    const found = await consequences();
    assert.equal(found[0], "tried");
    assert.match(found[1] ?? "", /^policy: require-trusted-types-for/);
  });

  for (const { family, vectors } of XSS_CORPUS) {
    test(`no text of the corpus runs or loads anything: ${family}`, async () => {
      const faults: [string, string[]][] = (await page.evaluate(
        `${JSON.stringify(vectors)}.map((vector) => [vector, markup.show(vector)])`,
      )) as [string, string[]][];
      for (const [vector, found] of faults) assert.deepEqual(found, [], vector);
      assert.deepEqual(await consequences(), []);
      await call("clear");
    });
  }

  test("no text of the corpus runs anything inside the elements we allow", async () => {
    const all = XSS_CORPUS.flatMap(({ vectors }) => vectors).filter((_, index) => index % 7 === 0);
    const frames = [
      (inner: string) => `<p><span class="katex"><span class="katex-html">${inner}</span></span></p>`,
      (inner: string) =>
        `<p><span class="katex"><span class="katex-mathml"><math><mtext>${inner}</mtext></math></span></span></p>`,
      (inner: string) => `<div class="codehilite"><pre><span></span><code>${inner}</code></pre></div>`,
      (inner: string) => `<table><tbody><tr><td>${inner}</td></tr></tbody></table>`,
      (inner: string) => `<div class="message_inline_image"><a href="#x">${inner}</a></div>`,
    ];
    const texts = all.flatMap((vector) => frames.map((frame) => frame(vector)));
    const faults = (await page.evaluate(
      `${JSON.stringify(texts)}.map((text) => [text, markup.show(text)]).filter(([, found]) => found.length > 0)`,
    )) as unknown[];
    assert.deepEqual(faults, []);
    assert.deepEqual(await consequences(), []);
    await call("clear");
  });

  test("no generated tree or string runs anything", async () => {
    const pieces = XSS_CORPUS.flatMap(({ vectors }) => vectors.filter((vector) => vector.length < 300));
    const tags =
      "p a span div img svg math mtext mi annotation-xml style script table td form template select desc title foreignObject path b noscript".split(
        " ",
      );
    const attributes = [
      'class="katex"',
      'class="message_embed_image"',
      'class="codehilite k"',
      "id=x",
      "name=y",
      `href="javascript:${TRIPWIRE}(2)"`,
      `src="https://${ELSEWHERE}/y.png"`,
      `onerror="${TRIPWIRE}(3)"`,
      `style="height:1em;background:url(https://${ELSEWHERE}/z.png)"`,
      'encoding="text/html"',
    ];
    const tree = fc.letrec<{ node: string; element: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom(...pieces),
        fc.string({ unit: "binary", maxLength: 6 }),
        fc.constantFrom(
          "<!--",
          "-->",
          "]]>",
          "</p>",
          "</style>",
          "</svg>",
          "</math>",
          "<",
          '"',
          "'",
          "&lt;img src=x&gt;",
        ),
        tie("element"),
      ),
      element: fc
        .tuple(
          fc.constantFrom(...tags),
          fc.subarray(attributes, { maxLength: 3 }),
          fc.array(tie("node"), { maxLength: 4 }),
          fc.boolean(),
        )
        .map(
          ([tag, given, inner, closed]) =>
            `<${[tag, ...given].join(" ")}>${inner.join("")}${closed ? `</${tag}>` : ""}`,
        ),
    })).node;
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 40 }), async (texts) => {
        const found = (await page.evaluate(
          `${JSON.stringify(texts).replaceAll("\u2028", "\\u2028")}.flatMap((text) => markup.show(text))`,
        )) as string[];
        await call("clear");
        assert.deepEqual([...found, ...(await consequences())], []);
      }),
      runs,
    );
  });

  const sources = CONSTRUCTS.flatMap(({ rows, options }) => rows.map(([source]) => [source, options] as const));

  test("everything that our renderer produces survives", async () => {
    const rendered = sources.map(([source, options]) => render(source, TEST_NAMES, options).html);
    for (const html of rendered) assert.deepEqual(await call("losses", html), [], html);
    assert.deepEqual(await consequences({ ofOurs: true }), []);
  });

  test("every formula and every code highlight survives", async () => {
    for (const formula of FORMULAS) {
      const html = renderPlain(`\`\`\`math\n${formula}\n\`\`\``);
      assert.ok(!html.includes("tex-error"), formula);
      assert.deepEqual(await call("losses", html), [], formula);
    }
    for (const [language, code] of CODE) {
      const html = renderPlain(`\`\`\`${language}\n${code}\n\`\`\``);
      assert.deepEqual(await call("losses", html), [], html);
    }
    assert.deepEqual(await consequences({ ofOurs: true }), []);
  });

  test("page previews survive, and their images come from our server", async () => {
    const pages = () => ({ image: "/external_content/a/b", title: 'A "page"', description: "What <it> says" });
    const { html } = render("https://a.example/x", TEST_NAMES, { ...TEST_OPTIONS, pages });
    assert.deepEqual(await call("losses", html), []);
    const remote = html.replace("/external_content/a/b", `https://${ELSEWHERE}/x.png`);
    assert.deepEqual(await call("show", remote), []);
    assert.deepEqual(await consequences({ ofOurs: true }), []);
  });

  test("enhancing twice equals enhancing once, and can be fully undone", async () => {
    const rendered = [
      ...sources.map(([source, options]) => render(source, TEST_NAMES, options).html),
      render(sources.map(([source]) => source).join("\n\n"), TEST_NAMES, TEST_OPTIONS).html,
      renderPlain(`\`\`\`py\n${"x = 'a long line of a program that scrolls'\n".repeat(30)}\`\`\``),
    ];
    for (const html of rendered) assert.deepEqual(await call("enhancesCleanly", html), [], html);
    assert.deepEqual(await consequences({ ofOurs: true }), []);
  });

  const shown = async (source: string, options = {}) => {
    await call("enhanced", render(source, TEST_NAMES, { ...TEST_OPTIONS, ...options }).html);
    return page.locator(".markup");
  };

  test("a long code block is folded, and expands", async () => {
    const body = await shown(`\`\`\`python\n${"pass\n".repeat(40)}\`\`\``);
    assert.equal(await body.locator(".code-head > span").first().textContent(), "Python");
    const folded = await body.locator("pre").boundingBox();
    await body.getByRole("button", { name: "Show 40 lines" }).click();
    const opened = await body.locator("pre").boundingBox();
    assert.ok((folded?.height ?? 0) > 300 && (folded?.height ?? 0) < 360, String(folded?.height));
    assert.ok((opened?.height ?? 0) > 780, String(opened?.height));
    assert.equal(await body.getByRole("link", { name: "Open in Try it" }).getAttribute("rel"), "noopener noreferrer");
  });

  test("a spoiler shows its content only on request", async () => {
    const body = await shown("```spoiler The end\nEverybody lives\n```");
    const button = body.getByRole("button", { name: "Spoiler: The end" });
    assert.equal(await button.getAttribute("aria-expanded"), "false");
    assert.equal(await body.getByText("Everybody lives").isVisible(), false);
    await button.click();
    assert.equal(await button.getAttribute("aria-expanded"), "true");
    assert.equal(await body.getByText("Everybody lives").isVisible(), true);
    await button.click();
    assert.equal(await body.getByText("Everybody lives").isVisible(), false);
  });

  test("times are in the reader's time zone, mentions stand out, and emoji are characters", async () => {
    const body = await shown(
      "<time:2024-01-02T03:04:05Z> @**Ben** @_**Ben** @**Ada Lovelace** @*support* @**all** :heart:",
    );
    assert.match((await body.locator("time").textContent()) ?? "", /Jan.*2024.*04:04/);
    const you = await body.locator(".you").allTextContents();
    assert.deepEqual(you, ["@Ben", "@support", "@all"]);
    assert.equal(await body.locator("span.emoji").textContent(), "\u2764\ufe0f");
    assert.equal(await body.getByRole("img", { name: "heart" }).count(), 1);
  });

  test("up to three emoji alone are large", async () => {
    assert.equal(await (await shown(":heart: :party_parrot: 👍🏽")).getAttribute("class"), "markup only-emoji");
    assert.equal(await (await shown(":heart: :heart: :heart: :heart:")).getAttribute("class"), "markup");
    assert.equal(await (await shown(":heart: yes")).getAttribute("class"), "markup");
  });

  test("images form a row, and the fourth of more shows how many there are", async () => {
    const link = (index: number) => `[map-${index}.png](/user_uploads/2/a/map-${index}.png)`;
    const one = await shown(link(1));
    assert.equal(await one.locator("img").getAttribute("alt"), "Image: map-1.png");
    const alone = await one.locator(".shot").boundingBox();
    assert.equal(Math.round(alone?.height ?? 0), 320);
    assert.equal(Math.round(((alone?.width ?? 0) / (alone?.height ?? 1)) * 9), 16);
    assert.equal(await one.getByText("map-1.png", { exact: true }).isVisible(), false);
    const many = await shown([1, 2, 3, 4, 5, 6].map(link).join("\n"));
    assert.equal(await many.locator(".shot:visible").count(), 4);
    assert.equal(await many.locator(".shot-more").textContent(), "+2");
    const boxes = await Promise.all([0, 1, 2, 3].map((index) => many.locator(".shot").nth(index).boundingBox()));
    assert.equal(new Set(boxes.map((box) => box?.height)).size, 1);
    await many.locator(".shot").nth(2).click();
    assert.deepEqual(await page.evaluate("markup.opened.splice(0)"), [[6, 2]]);
  });

  test("an animated image stands still until the pointer is over it", async () => {
    await page.mouse.move(0, 700);
    const body = await shown("[n](/user_uploads/2/a/b.gif)");
    const image = body.locator("img");
    assert.match((await image.getAttribute("src")) ?? "", /840x560\.webp$/);
    await body.locator(".shot").hover();
    assert.match((await image.getAttribute("src")) ?? "", /840x560-anim\.webp$/);
    await page.mouse.move(0, 600);
    assert.match((await image.getAttribute("src")) ?? "", /840x560\.webp$/);
  });

  test("files are rows with a download link", async () => {
    const body = await shown(
      "[slow phones.csv](/user_uploads/2/a/slow-phones.csv)\nsee also [notes](/user_uploads/2/a/notes.txt) there",
    );
    const row = body.locator(".file-row");
    assert.equal(await row.count(), 1);
    const download = row.getByRole("link", { name: "Download slow phones.csv" });
    assert.equal(await download.getAttribute("download"), "slow-phones.csv");
  });

  test("links show where they really lead", async () => {
    await shown(
      "[https://bank.example](https://elsewhere.example/x) [b](https://b.example) #**announce>news** https://chat.example.com/#narrow/x",
    );
    const [lie, honest, topic, here] = (await page.evaluate(
      "[...document.querySelectorAll('.markup a')].map((link) => [link.title, link.target, link.rel, link.getAttribute('href')])",
    )) as string[][];
    assert.deepEqual(lie, [
      "https://elsewhere.example/x",
      "_blank",
      "noopener noreferrer",
      "https://elsewhere.example/x",
    ]);
    assert.deepEqual(honest, ["", "_blank", "noopener noreferrer", "https://b.example/"]);
    assert.deepEqual(topic, ["", "", "", "#narrow/channel/9-announce/topic/news/with/214"]);
    assert.deepEqual(here, ["", "", "", "#narrow/x"]);
  });

  test("the text of a link that cannot be followed stays readable", async () => {
    const body = await shown("[call us](tel:+123456), ftp://files.example/x or [the files](ftp://files.example/y)");
    assert.equal(await body.locator("p").textContent(), "call us, ftp://files.example/x or the files");
    assert.equal(await body.locator("a").count(), 0);
  });

  test("images, videos and recordings from other sites load through our server, or are links", async () => {
    const written = `https://${ELSEWHERE}/a.png\n\nhttps://${ELSEWHERE}/b.mp4\n\n![tune](https://${ELSEWHERE}/c.mp3)`;
    const proxied = (url: string) => `/external_content/0a/${Buffer.from(url).toString("hex")}`;
    const body = await shown(written, { proxied });
    const sources = await body
      .locator("img, video, audio")
      .evaluateAll((all) => all.map((each) => each.getAttribute("src")));
    assert.deepEqual(
      sources,
      ["a.png", "b.mp4", "c.mp3"].map((name) => proxied(`https://${ELSEWHERE}/${name}`)),
    );
    assert.equal(await body.locator("img").getAttribute("alt"), "Image: a.png");
    await body.locator("img").evaluate((image) => image.dispatchEvent(new Event("error")));
    const link = body.getByRole("link", { name: "a.png" });
    assert.equal(await link.getAttribute("href"), `https://${ELSEWHERE}/a.png`);
    assert.equal(await body.locator("img").isVisible(), false);
    // The page serves only images, so neither can be played.
    for (const name of ["b.mp4", "tune"]) await body.getByRole("link", { name, exact: true }).waitFor();
    assert.equal(await body.locator("video:visible, audio:visible").count(), 0);

    const without = await shown(written);
    assert.equal(await without.locator("img, video, audio").count(), 0);
    assert.deepEqual(await without.getByRole("link").allTextContents(), ["a.png", "b.mp4", "tune"]);
    assert.deepEqual(await consequences({ ofOurs: true }), []);
  });

  test("a formula uses our own fonts, is read aloud as its source, and is copied as its source", async () => {
    const body = await shown("Area $$\\pi r^2$$ of a circle");
    assert.equal(await body.locator("math").getAttribute("alttext"), "\\pi r^2");
    await page.waitForFunction(() =>
      getComputedStyle(document.querySelector(".katex") as Element).fontFamily.includes("KaTeX"),
    );
    const copied = await page.evaluate(`(() => {
      getSelection().selectAllChildren(document.querySelector(".markup"));
      const data = new DataTransfer();
      document.querySelector(".markup p").dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }));
      return data.getData("text/plain");
    })()`);
    assert.equal(copied, "Area $$\\pi r^2$$ of a circle");
    assert.deepEqual(await consequences({ ofOurs: true }), []);
  });

  test("a one-line preview has no marks, no markup and no spoilers", async () => {
    const text = (source: string) => call("plainText", render(source, TEST_NAMES, TEST_OPTIONS).html);
    assert.equal(await text("**Bold** @**Ben**\n* one\n* two :heart: $$x^2$$"), "Bold @Ben one two \u2764\ufe0f x^2");
    assert.equal(await text("```spoiler Who\nthe butler\n```"), "Who");
  });
});
