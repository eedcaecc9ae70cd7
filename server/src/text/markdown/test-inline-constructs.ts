/** Constructs inside of a line: formats, links, mentions, emoji, previews. */
import { type Construct, rendersInto } from "./test-construct.ts";

export const INLINE_CONSTRUCTS: Construct[] = [];
const renders = rendersInto(INLINE_CONSTRUCTS);

const emoji = (name: string, code: string, label = name): string =>
  `<span aria-label="${label}" class="emoji emoji-${code}" role="img" title="${label}">:${name}:</span>`;

renders("bold, italic, struck", [
  [
    "**foo** *bar* ***baz*** ~~del~~",
    "<p><strong>foo</strong> <em>bar</em> <strong><em>baz</em></strong> <del>del</del></p>",
  ],
  ["**a *b* c** *a **b** c*", "<p><strong>a <em>b</em> c</strong> <em>a <strong>b</strong> c</em></p>"],
  ["**a\nb**", "<p>**a<br>\nb**</p>"],
  ["a * b * c", "<p>a * b * c</p>"],
  ["* a*b *c", "<ul>\n<li>a*b *c</li>\n</ul>"],
  ["~~a ~ b~~", "<p>~~a ~ b~~</p>"],
  ["**a `**` b**", "<p><strong>a <code>**</code> b</strong></p>"],
  ["**hi @**Ben** x**", '<p><strong>hi <span class="user-mention" data-user-id="13">@Ben</span> x</strong></p>'],
]);

renders("code spans", [
  ["`a  <b>` ``c`d``", "<p><code>a  &lt;b&gt;</code> <code>c`d</code></p>"],
  ["`@**Ben** :smile: #12`", "<p><code>@**Ben** :smile: #12</code></p>"],
  ["`a", "<p>`a</p>"],
  ["``a`", "<p>``a`</p>"],
]);

renders("links", [
  ['[text](http://x.test "ti")', '<p><a href="http://x.test" title="ti">text</a></p>'],
  ["[](http://y.test)", '<p><a href="http://y.test">http://y.test</a></p>'],
  ["[a **b** [c]](http://x.test/(d))", '<p><a href="http://x.test/(d)">a <strong>b</strong> [c]</a></p>'],
  ["[a](/b#c) [d](#e)", '<p><a href="/b#c">a</a> <a href="#e">d</a></p>'],
  ["[a](x.test/y) [b](x.test:80)", '<p><a href="http://x.test/y">a</a> <a href="http://x.test:80">b</a></p>'],
  ["[a](b@c.de)", '<p><a href="mailto:b@c.de">a</a></p>'],
  ["[a](javascript:x) [b](data:text/html,x)", "<p>[a](javascript:x) [b](data:text/html,x)</p>"],
  ["[a](http://x.test", '<p>[a](<a href="http://x.test">http://x.test</a></p>'],
  ["[a](http://b.co/c d)", '<p><a href="http://b.co/c%20d">a</a></p>'],
  [
    `[a](http://b.co/c d "t") [a]( http://b.co/(c d) 't' )`,
    '<p><a href="http://b.co/c%20d" title="t">a</a> <a href="http://b.co/(c%20d)" title="t">a</a></p>',
  ],
  ["[a](http://b.co/c\nd)", '<p>[a](<a href="http://b.co/c">http://b.co/c</a><br>\nd)</p>'],
  ["[a](ftp://b.co/c) [d](file:///e)", '<p><a href="ftp://b.co/c">a</a> <a href="file:///e">d</a></p>'],
  ['[a](http://x.test/"><b>)', '<p><a href="http://x.test/&quot;&gt;&lt;b&gt;">a</a></p>'],
]);

renders("bare URLs", [
  ["https://a.com/x, ok", '<p><a href="https://a.com/x">https://a.com/x</a>, ok</p>'],
  ["(see http://b.com/a_(b)).", '<p>(see <a href="http://b.com/a_(b)">http://b.com/a_(b)</a>).</p>'],
  ["example.com/x", '<p><a href="http://example.com/x">example.com/x</a></p>'],
  ["www.foo.org!", '<p><a href="http://www.foo.org">www.foo.org</a>!</p>'],
  ["<https://a.com>", '<p>&lt;<a href="https://a.com">https://a.com</a>&gt;</p>'],
  ["notes.md a.py b.java c.mov d.zip e.g. 1.5 end.It", "<p>notes.md a.py b.java c.mov d.zip e.g. 1.5 end.It</p>"],
  ["xhttp://a.com http://a.com)b", "<p>xhttp://a.com http://a.com)b</p>"],
  ["ftp://a.com/x file:///x/y.com", "<p>ftp://a.com/x file:///x/y.com</p>"],
  ["a@b.com", '<p><a href="mailto:a@b.com">a@b.com</a></p>'],
  ["http://a.com/?b=1&c=*d*", '<p><a href="http://a.com/?b=1&amp;c=*d*">http://a.com/?b=1&amp;c=*d*</a></p>'],
  [
    "bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
    '<p><a href="bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT">bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT</a></p>',
  ],
  ["https://chat.example.com/#narrow/x", '<p><a href="#narrow/x">https://chat.example.com/#narrow/x</a></p>'],
  [
    "https://chat.example.com/user_uploads/2/a/b/c.txt",
    '<p><a href="user_uploads/2/a/b/c.txt">https://chat.example.com/user_uploads/2/a/b/c.txt</a></p>',
  ],
]);

renders("mentions of people", [
  ["@**Ben**", '<p><span class="user-mention" data-user-id="13">@Ben</span></p>'],
  ["@**ada lovelace**", '<p><span class="user-mention" data-user-id="12">@Ada Lovelace</span></p>'],
  [
    "@**Ben|13** @**|13**",
    '<p><span class="user-mention" data-user-id="13">@Ben</span> <span class="user-mention" data-user-id="13">@Ben</span></p>',
  ],
  ["@_**Ben|13**", '<p><span class="user-mention silent" data-user-id="13">Ben</span></p>'],
  ["@**Gone**", '<p><span class="user-mention silent" data-user-id="14">Gone</span></p>'],
  [
    "@**Nobody** @**Ben|12** @**x|99**",
    "<p>@<strong>Nobody</strong> @<strong>Ben|12</strong> @<strong>x|99</strong></p>",
  ],
  ["x@**Ben** (@**Ben**)", '<p>x@<strong>Ben</strong> (<span class="user-mention" data-user-id="13">@Ben</span>)</p>'],
  ["> @**Ben**", '<blockquote>\n<p><span class="user-mention silent" data-user-id="13">Ben</span></p>\n</blockquote>'],
]);

renders("wildcard mentions", [
  ["@**all**", '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span></p>'],
  ["@**channel**", '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@channel</span></p>'],
  ["@_**stream**", '<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">stream</span></p>'],
  ["@**topic**", '<p><span class="topic-mention">@topic</span></p>'],
  ["@_**topic**", '<p><span class="topic-mention silent">topic</span></p>'],
]);

renders("mentions of groups", [
  ["@*support*", '<p><span class="user-group-mention" data-user-group-id="17">@support</span></p>'],
  ["@_*support*", '<p><span class="user-group-mention silent" data-user-group-id="17">support</span></p>'],
  ["@*old team*", '<p><span class="user-group-mention silent" data-user-group-id="18">old team</span></p>'],
  [
    "@_*role:administrators*",
    '<p><span class="user-group-mention silent" data-user-group-id="3">Administrators</span></p>',
  ],
  ["@*nobody*", "<p>@<em>nobody</em></p>"],
]);

renders("links to channels, topics and messages", [
  ["#**announce**", '<p><a class="stream" data-stream-id="9" href="/#narrow/channel/9-announce">#announce</a></p>'],
  [
    "#**announce>news**",
    '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-announce/topic/news/with/214">#announce &gt; news</a></p>',
  ],
  [
    "#**announce>other**",
    '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-announce/topic/other">#announce &gt; other</a></p>',
  ],
  [
    "#**announce>**",
    '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-announce/topic/">#announce &gt; <em>general chat</em></a></p>',
  ],
  [
    "#**announce>news@214**",
    '<p><a class="message-link" href="/#narrow/channel/9-announce/topic/news/near/214">#announce &gt; news @ 💬</a></p>',
  ],
  [
    "#**Q & A (new)>a.b (c)%**",
    '<p><a class="stream-topic" data-stream-id="10" href="/#narrow/channel/10-Q-.26-A-.28new.29/topic/a.2Eb.20.28c.29.25">#Q &amp; A (new) &gt; a.b (c)%</a></p>',
  ],
  ["#**secret** #**Announce**", "<p>#<strong>secret</strong> #<strong>Announce</strong></p>"],
]);

renders("times", [
  ["<time:2024-01-02T03:04:05Z>", '<p><time datetime="2024-01-02T03:04:05Z">2024-01-02T03:04:05Z</time></p>'],
  ["<time:2024-01-02 03:04>", '<p><time datetime="2024-01-02T03:04:00Z">2024-01-02 03:04</time></p>'],
  ["<time:2024-01-02T03:04+02:00>", '<p><time datetime="2024-01-02T01:04:00Z">2024-01-02T03:04+02:00</time></p>'],
  [
    "<time:2024-07-02 03:04 Europe/Paris>",
    '<p><time datetime="2024-07-02T01:04:00Z">2024-07-02 03:04 Europe/Paris</time></p>',
  ],
  ["<time:1704164645>", '<p><time datetime="2024-01-02T03:04:05Z">1704164645</time></p>'],
  ["<time:Jan 5th, 2024 3pm>", '<p><time datetime="2024-01-05T15:00:00Z">Jan 5th, 2024 3pm</time></p>'],
  ["<time:31 Dec 2017 5:30 am IST>", '<p><time datetime="2017-12-31T00:00:00Z">31 Dec 2017 5:30 am IST</time></p>'],
  [
    "<time:Sat Dec 30 10:00:00 PST 2017> <time:2017-12-31T05:30 CEST>",
    '<p><time datetime="2017-12-30T18:00:00Z">Sat Dec 30 10:00:00 PST 2017</time> ' +
      '<time datetime="2017-12-31T03:30:00Z">2017-12-31T05:30 CEST</time></p>',
  ],
  [
    "<time:5 Jan 2024 EST EDT> <time:5 Jan 2024 XST>",
    '<p><span class="timestamp-error">Invalid time format: 5 Jan 2024 EST EDT</span> <span class="timestamp-error">Invalid time format: 5 Jan 2024 XST</span></p>',
  ],
  [
    "<time:abc> <time:2024-02-30>",
    '<p><span class="timestamp-error">Invalid time format: abc</span> <span class="timestamp-error">Invalid time format: 2024-02-30</span></p>',
  ],
]);

renders("emoji", [
  [":smile:", `<p>${emoji("smile", "1f604")}</p>`],
  [":thumbs_up:", `<p>${emoji("thumbs_up", "1f44d", "thumbs up")}</p>`],
  ["💩", `<p>${emoji("poop", "1f4a9")}</p>`],
  ["❤️ ❤", `<p>${emoji("heart", "2764")} ❤</p>`],
  ["👍🏽 © 1 #", "<p>👍🏽 © 1 #</p>"],
  [
    ":party_parrot:",
    '<p><img alt=":party_parrot:" class="emoji" src="/user_avatars/2/emoji/party_parrot.png" title="party parrot"></p>',
  ],
  [":rocket:", '<p><img alt=":rocket:" class="emoji" src="/user_avatars/2/emoji/rocket.png" title="rocket"></p>'],
  [
    ":chat:",
    '<p><img alt=":chat:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/chat.png" title="chat"></p>',
  ],
  [
    ":zulip:",
    '<p><img alt=":chat:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/chat.png" title="chat"></p>',
  ],
  [":no_such_emoji: 10:30:45", "<p>:no_such_emoji: 10:30:45</p>"],
  [":) <3", "<p>:) &lt;3</p>"],
]);

renders(
  "emoticons, if turned on",
  [
    [":)", `<p>${emoji("slight_smile", "1f642", "slight smile")}</p>`],
    ["a <3.", `<p>a ${emoji("heart", "2764")}.</p>`],
    ["a:) http://x.com", '<p>a:) <a href="http://x.com">http://x.com</a></p>'],
  ],
  { translateEmoticons: true },
);

renders("linkifiers", [
  ["#123", '<p><a href="https://issues.example.com/123">#123</a></p>'],
  ["(#45), x#67 #89a", '<p>(<a href="https://issues.example.com/45">#45</a>), x#67 #89a</p>'],
  [
    "#12#34 #56",
    '<p><a href="https://issues.example.com/12">#12</a>#34 <a href="https://issues.example.com/56">#56</a></p>',
  ],
  ["foo/bar#7", '<p><a href="https://git.example.com/foo/bar/7">foo/bar#7</a></p>'],
  ["`#123` [#99](http://q.test)", '<p><code>#123</code> <a href="http://q.test">#99</a></p>'],
]);

renders("audio; image syntax shows no images", [
  [
    "![t](/user_uploads/2/a/b.mp3)",
    '<p><audio controls preload="metadata" src="/user_uploads/2/a/b.mp3" title="t"></audio></p>',
  ],
  ["![alt](http://a.test/x)", '<p>![alt](<a href="http://a.test/x">http://a.test/x</a>)</p>'],
]);

const image = (src: string): string =>
  `<div class="message_inline_image"><a href="${src}"><img src="${src}"></a></div>`;

renders("previews of images and videos", [
  ["https://a.com/x.png", image("https://a.com/x.png")],
  [
    "see https://a.com/x.png and https://a.com/x.png",
    '<p>see <a href="https://a.com/x.png">https://a.com/x.png</a> and <a href="https://a.com/x.png">https://a.com/x.png</a></p>\n' +
      image("https://a.com/x.png"),
  ],
  [
    "> https://a.com/x.png",
    '<blockquote>\n<p><a href="https://a.com/x.png">https://a.com/x.png</a></p>\n</blockquote>',
  ],
  [
    "* https://a.com/x.png",
    `<ul>\n<li><a href="https://a.com/x.png">https://a.com/x.png</a>${image("https://a.com/x.png")}\n</li>\n</ul>`,
  ],
  [
    "https://a.com/v.mp4\n\nb",
    '<div class="message_inline_image message_inline_video"><a href="https://a.com/v.mp4"><video preload="metadata" src="https://a.com/v.mp4"></video></a></div>\n<p>b</p>',
  ],
  [
    "[name](https://a.com/v.mp4) [own](/user_uploads/2/a/v.webm)",
    '<p><a href="https://a.com/v.mp4">name</a> <a href="/user_uploads/2/a/v.webm">own</a></p>\n' +
      '<div class="message_inline_image message_inline_video"><a href="https://a.com/v.mp4" title="name"><video preload="metadata" src="https://a.com/v.mp4"></video></a></div>\n' +
      '<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/a/v.webm" title="own"><video preload="metadata" src="/user_uploads/2/a/v.webm"></video></a></div>',
  ],
  [
    "https://youtu.be/dQw4w9WgXcQ",
    '<p><a href="https://youtu.be/dQw4w9WgXcQ">https://youtu.be/dQw4w9WgXcQ</a></p>\n<div class="youtube-video message_inline_image"><a data-id="dQw4w9WgXcQ" href="https://youtu.be/dQw4w9WgXcQ"><img src="https://i.ytimg.com/vi/dQw4w9WgXcQ/mqdefault.jpg"></a></div>',
  ],
  [
    "[name](/user_uploads/2/a/img.png)",
    '<p><a href="/user_uploads/2/a/img.png">name</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/a/img.png" title="name"><img data-original-content-type="image/png" data-original-dimensions="1920x1080" src="/user_uploads/thumbnail/2/a/img.png/840x560.webp"></a></div>',
  ],
  [
    "[n](/user_uploads/2/a/loading.png)",
    '<p><a href="/user_uploads/2/a/loading.png">n</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/a/loading.png" title="n"><img class="image-loading-placeholder" data-original-content-type="image/png" data-original-dimensions="1920x1080" src="/static/images/loading/loader-black.svg"></a></div>',
  ],
  [
    "[n](/user_uploads/2/a/b.gif)",
    '<p><a href="/user_uploads/2/a/b.gif">n</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/a/b.gif" title="n"><img data-animated="true" data-original-content-type="image/gif" data-original-dimensions="1920x1080" src="/user_uploads/thumbnail/2/a/b.gif/840x560-anim.webp"></a></div>',
  ],
]);

renders(
  "no previews when they are off",
  [["https://a.com/x.png", '<p><a href="https://a.com/x.png">https://a.com/x.png</a></p>']],
  {},
);
