const bytes = 5 * 1024 * 1024;
let made: string | undefined;

/** 5 MB of Markdown of every common kind; the first line says so, the last one marks the end. */
export function hugeMarkdown(): string {
  made ??= make();
  return made;
}

function make(): string {
  const parts = ["# A very long answer of 5 MB\n"];
  let length = 0;
  for (let number = 1; length < bytes; number += 1) {
    const part = section(number);
    parts.push(part);
    length += part.length;
  }
  parts.push("The end of the very long answer.\n");
  return parts.join("\n");
}

function section(number: number): string {
  return `## Section ${number}

A paragraph with *emphasis*, **strong text**, \`code ${number}\` and a [link](https://example.com/${number}).
It goes on for a second line, and a third, so that lines wrap in every panel that may show it.

- first of ${number}
- second
  - nested
- [ ] open
- [x] done

| name | value |
| --- | --- |
| row ${number} | ${number * 7} |
| row ${number + 1} | ${number * 11} |

\`\`\`typescript
export function section${number}(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, ${number});
}
\`\`\`

> A quotation of section ${number}.
`;
}
