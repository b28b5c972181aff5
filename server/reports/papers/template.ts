/**
 * The layout of every paper, for Typst. What stands on a paper comes in as JSON and is set as text, never as markup:
 * a name that looks like a command is shown as it is.
 */
export const template = String.raw`
#let d = json(bytes(sys.inputs.data))
#let ink = rgb("#1F2A28")
#let quiet = rgb("#5B6663")
#let line-colour = rgb("#C9CFCC")
#let green = rgb("#0F6B56")
#let tint = rgb("#EEF3F1")
#let section = state("section", 0)

#set document(title: d.title, author: d.institute)
#set text(font: "Cairo", lang: "ar", dir: rtl, size: 9.5pt, fill: ink, fallback: true)
// Readers of PDFs take the letters of a ligature the wrong way round. Lam-alef needs its own; every other word is joined as
// well without, and can then be searched and copied.
#set text(features: (rlig: 0))
#let lam-alef = regex("\S*\u{0644}[\u{064B}-\u{065F}]*[\u{0622}\u{0623}\u{0625}\u{0627}\u{0671}]\S*")
// No show rule: Typst gives up a text with more than 512 words that one applies to. A text with so many is set as one.
#let joined(v) = {
  let found = v.matches(lam-alef)
  if found.len() > 200 { text(features: (rlig: 1), v) } else {
    let at = 0
    for word in found {
      v.slice(at, word.start)
      text(features: (rlig: 1), word.text)
      at = word.end
    }
    v.slice(at)
  }
}
#set par(leading: 0.55em, spacing: 0.8em, justify: false)
#set page(
  paper: "a4",
  margin: (top: 14mm, bottom: 18mm, x: 13mm),
  footer: context {
    let one = section.get()
    set text(size: 8pt, fill: quiet)
    let at = counter(page).get().first()
    let last = counter(page).at(label("end-" + str(one))).first()
    align(center, [#d.pageWord #at #d.ofWord #last])
  },
)
#set table.cell(breakable: false)


// A word wider than its column is broken: a name of a hundred letters has no place to break of its own.
#let broken(word) = word.clusters().chunks(6).map(some => some.join()).join("\u{200b}")
#let words(v) = if v.contains(regex("\S{12}")) {
  layout(room => joined(v.split(" ").map(word => {
    if measure(joined(word)).width > room.width { broken(word) } else { word }
  }).join(" ")))
} else { joined(v) }

// Text without Arabic letters, such as a code or 10/5, keeps its own direction.
#let shown(v) = if v == none or v == "" {
  d.nothing
} else if v.contains(regex("\p{Arabic}")) {
  words(v)
} else {
  set text(dir: ltr)
  words(v)
}
// A day in both calendars: one under the other.
#let lines(v) = if v != none and v.contains("\n") { v.split("\n").map(shown).join(linebreak()) } else { shown(v) }

#let fact(one) = block(breakable: false, spacing: 0pt, {
  text(size: 7.5pt, fill: quiet, joined(one.label))
  linebreak()
  text(weight: 700, lines(one.value))
})
#let figure-box(hinted, one) = block(width: 100%, inset: 7pt, radius: 3pt, stroke: 0.5pt + line-colour, breakable: false, {
  text(size: 7.5pt, fill: quiet, joined(one.label))
  linebreak()
  text(size: 13pt, weight: 700, fill: green, shown(one.value))
  if hinted { linebreak(); text(size: 7.5pt, fill: quiet, if one.hint == none { sym.zws } else { joined(one.hint) }) }
})
#let heading-of(t) = block(above: 14pt, below: 7pt, sticky: true, text(size: 11pt, weight: 700, joined(t)))

#let centred(kind) = kind == "figure" or kind == "letter"
// Longer than a page a row must be cut, and it is cut only in all of its cells.
#let is-long(row) = row.any(v => v != none and (v.len() > 1500 or v.split("\n").len() > 20))
#let rows-of(t) = {
  heading-of(t.title)
  if t.figures.len() > 0 {
    block(sticky: true, below: 7pt, t.figures.map(one => {
      text(size: 8pt, fill: quiet, joined(one.label)); h(4pt); text(weight: 700, shown(one.value))
      if one.hint != none { h(4pt); text(size: 8pt, fill: quiet, joined(one.hint)) }
    }).join(h(14pt)))
  }
  if t.rows.len() == 0 { text(fill: quiet, joined(t.empty)) } else {
    // The last rows stay together, so that no single one goes on to a page of its own: a cell of no width reaches over them.
    let tail = t.rows.slice(calc.max(0, t.rows.len() - 3))
    let last = if tail.any(is-long) { 0 } else { tail.len() }
    let sizes = if t.dense { (text: 8.5pt, day: 7.5pt, head: 8pt, above: 3.5pt) } else { (text: 9.5pt, day: 8.5pt, head: 8pt, above: 4.5pt) }
    set text(size: sizes.text)
    table(
      // A day takes the room that it needs: cut into lines it made every row of a table five lines high.
      columns: t.columns.map(c => if c.kind == "day" { auto } else { c.width * 1fr }) + (0pt,),
      inset: (x: 4pt, y: sizes.above),
      stroke: (x, y) => (bottom: 0.5pt + line-colour),
      fill: (x, y) => if y == 0 { tint },
      align: (x, y) => (if x < t.columns.len() and centred(t.columns.at(x).kind) { center } else { start }) + horizon,
      table.header(..t.columns.map(c => text(size: sizes.head, weight: 700, shown(c.head))), none),
      ..t.rows.enumerate().map(((at, row)) => {
        let is-struck = t.struck.contains(at)
        let long = is-long(row)
        row.enumerate().map(((i, v)) => {
          let kind = t.columns.at(i).kind
          let plain = if kind == "name" or kind == "letter" { text(weight: 700, shown(v)) } else if kind == "day" { text(size: sizes.day, lines(v)) } else { lines(v) }
          let said = if not is-struck { plain } else {
            strike(text(fill: quiet, plain))
            if kind == "name" { h(5pt); box(text(size: 7.5pt, fill: quiet, joined(t.why))) }
          }
          if long { table.cell(breakable: true, said) } else { said }
        }) + if at < t.rows.len() - last { (table.cell(breakable: long, none),) } else if at == t.rows.len() - last { (table.cell(rowspan: last, inset: 0pt, none),) } else { () }
      }).flatten(),
    )
  }
}
#let bars-of(c) = block(width: 100%, breakable: c.bars.len() > 30, {
  heading-of(c.title)
  let most = if c.max != none { c.max } else { calc.max(1, ..c.bars.map(b => b.value)) }
  grid(
    columns: (auto, 1fr, auto),
    column-gutter: 6pt,
    row-gutter: 4pt,
    align: horizon,
    ..c.bars.map(b => (
      text(size: 8pt, shown(b.label)),
      rect(width: b.value / most * 100%, height: 8pt, fill: green, radius: 1.5pt),
      text(size: 8pt, shown(b.shown)),
    )).flatten(),
  )
})
#let pairs(parts) = {
  let held = ()
  for part in parts {
    let body = if part.what == "table" { rows-of(part) } else { bars-of(part) }
    if part.half { held.push(body) } else {
      if held.len() > 0 { grid(columns: (1fr, 1fr), column-gutter: 10mm, row-gutter: 6pt, ..held); held = () }
      body
    }
  }
  if held.len() > 0 { grid(columns: (1fr, 1fr), column-gutter: 10mm, ..held) }
}
// In a box: at the end of a run Typst writes a character that readers of the PDF then miss wherever it stands.
#let apart(v) = box(text(weight: 700, dir: ltr, v))
#let issue-of(one) = block(above: 14pt, breakable: false, width: 100%, inset: 8pt, radius: 3pt, stroke: 0.5pt + line-colour, grid(
  columns: (auto, 1fr), column-gutter: 12pt, align: horizon,
  image(bytes(one.qr), format: "svg", width: 26mm, alt: one.address),
  {
    text(size: 8pt, fill: quiet, joined(one.numberWord)); h(4pt); apart(one.number); h(12pt)
    text(size: 8pt, fill: quiet, joined(one.checkWord)); h(4pt); apart(one.check)
    linebreak()
    text(size: 8pt, fill: quiet, joined(one.sentence))
    linebreak()
    text(size: 8pt, dir: ltr, one.address)
  },
))
// Eight slips a page, cut along the dashes.
#let slip-of(s, one) = block(
  width: 100%, height: 61mm, breakable: false, clip: true, inset: 4mm,
  stroke: (paint: line-colour, thickness: 0.7pt, dash: "dashed"),
  grid(
    columns: (1fr, 26mm), column-gutter: 4mm, rows: (1fr, auto),
    {
      set block(spacing: 0pt)
      text(size: 8pt, fill: quiet, joined(d.institute))
      block(above: 5pt, below: 7pt, text(size: if one.name.clusters().len() > 50 { 9pt } else { 11.5pt }, weight: 700, words(one.name)))
      for (label, value) in ((s.usernameWord, one.username), (s.passwordWord, one.password)) {
        block(below: 4pt, text(size: 7.5pt, fill: quiet, joined(label)))
        block(below: 7pt, width: 100%, align(right, text(size: 12pt, weight: 700, shown(value))))
      }
    },
    image(bytes(one.qr), format: "svg", width: 26mm, alt: one.username),
    grid.cell(colspan: 2, {
      text(size: 7pt, fill: quiet, joined(s.note))
      linebreak()
      text(size: 7.5pt, dir: ltr, s.address)
    }),
  ),
)
#if d.slips != none {
  grid(columns: (1fr, 1fr), column-gutter: 4mm, row-gutter: 4mm, ..d.slips.rows.map(slip-of.with(d.slips)))
  [#metadata(0) #label("end-0")]
}
#for (i, p) in d.papers.enumerate() {
  if i > 0 { pagebreak() }
  section.update(i)
  counter(page).update(1)
  grid(
    columns: if d.logo != none { (auto, 1fr) } else { (1fr,) },
    column-gutter: 10pt, align: horizon,
    ..if d.logo != none { (image(d.logo, height: 16mm),) } else { () },
    { text(size: 14pt, weight: 700, joined(d.institute)); linebreak(); text(size: 8.5pt, fill: quiet, joined(p.dated)) },
  )
  line(length: 100%, stroke: 1.2pt + green)
  block(above: 12pt, below: 12pt, text(size: 16pt, weight: 700, joined(p.title)))
  grid(columns: (1fr, 1fr, 1fr), column-gutter: 8pt, row-gutter: 7pt, ..p.facts.map(fact))
  v(4pt)
  grid(columns: (1fr,) * 4, column-gutter: 6pt, row-gutter: 6pt, ..p.figures.map(figure-box.with(p.figures.any(one => one.hint != none))))
  pairs(p.parts)
  for note in p.notes { block(above: 8pt, text(fill: quiet, shown(note))) }
  if p.signatures.len() > 0 {
    block(above: 18pt, breakable: false, grid(
      columns: (1fr,) * p.signatures.len(), column-gutter: 20mm,
      ..p.signatures.map(who => { text(size: 8pt, fill: quiet, joined(who)); v(9mm); line(length: 100%, stroke: 0.5pt + ink) }),
    ))
  }
  if p.issue != none { issue-of(p.issue) }
  [#metadata(i) #label("end-" + str(i))]
}
`;
