/**
 * Typst layout of all papers. The data is JSON and is never parsed as markup, so a name that looks like a
 * command is printed unchanged.
 */
export const template = String.raw`
#let d = json(bytes(sys.inputs.data))
#let ink = rgb("#1F2A28")
#let quiet = rgb("#5B6663")
#let line-colour = rgb("#C9CFCC")
#let green = rgb("#0F6B56")
#let tint = rgb("#EEF3F1")
#let paper-index = state("paper-index", 0)

#set document(title: d.title, author: d.institute)
#set text(font: "Cairo", lang: "ar", dir: rtl, size: 9.5pt, fill: ink, fallback: true)
// PDF readers reverse the letters of a ligature, so a search does not find them. So ligatures are off, except
// for lam-alef, which needs one.
#set text(features: (rlig: 0))
#let lam-alef = regex("\S*\u{0644}[\u{064B}-\u{065F}]*[\u{0622}\u{0623}\u{0625}\u{0627}\u{0671}]\S*")
// A show rule fails if it applies to more than 512 words, so this is a function. Text with more than 200
// words keeps its ligatures.
#let with-ligatures(v) = {
  let matches = v.matches(lam-alef)
  if matches.len() > 200 { text(features: (rlig: 1), v) } else {
    let start = 0
    for word in matches {
      v.slice(start, word.start)
      text(features: (rlig: 1), word.text)
      start = word.end
    }
    v.slice(start)
  }
}
#set par(leading: 0.55em, spacing: 0.8em, justify: false)
#set page(
  paper: "a4",
  margin: (top: 14mm, bottom: 18mm, x: 13mm),
  footer: context {
    let index = paper-index.get()
    set text(size: 8pt, fill: quiet)
    let number = counter(page).get().first()
    let last = counter(page).at(label("end-" + str(index))).first()
    align(center, [#d.pageLabel #number #d.ofLabel #last])
  },
)
#set table.cell(breakable: false)


// Breaks a word that is wider than its column, for example a name of a hundred letters.
#let with-breaks(word) = word.clusters().chunks(6).map(chunk => chunk.join()).join("\u{200b}")
#let breakable-text(v) = if v.contains(regex("\S{12}")) {
  layout(space => with-ligatures(v.split(" ").map(word => {
    if measure(with-ligatures(word)).width > space.width { with-breaks(word) } else { word }
  }).join(" ")))
} else { with-ligatures(v) }

// Text without Arabic letters, such as a code or 10/5, keeps its own direction.
#let directed(v) = if v == none or v == "" {
  d.emptyText
} else if v.contains(regex("\p{Arabic}")) {
  breakable-text(v)
} else {
  set text(dir: ltr)
  breakable-text(v)
}
// A day in both calendars has two lines.
#let lines(v) = if v != none and v.contains("\n") { v.split("\n").map(directed).join(linebreak()) } else { directed(v) }

#let fact(item) = block(breakable: false, spacing: 0pt, {
  text(size: 7.5pt, fill: quiet, with-ligatures(item.label))
  linebreak()
  text(weight: 700, lines(item.value))
})
#let figure-box(has-hints, item) = block(width: 100%, inset: 7pt, radius: 3pt, stroke: 0.5pt + line-colour, breakable: false, {
  text(size: 7.5pt, fill: quiet, with-ligatures(item.label))
  linebreak()
  text(size: 13pt, weight: 700, fill: green, directed(item.value))
  if has-hints { linebreak(); text(size: 7.5pt, fill: quiet, if item.hint == none { sym.zws } else { with-ligatures(item.hint) }) }
})
#let heading-of(t) = block(above: 14pt, below: 7pt, sticky: true, text(size: 11pt, weight: 700, with-ligatures(t)))

#let centred(kind) = kind == "figure" or kind == "letter"
// Typst breaks a row over two pages only if all of its cells can break.
#let is-long(row) = row.any(v => v != none and (v.len() > 1500 or v.split("\n").len() > 20))
#let table-block(t) = {
  heading-of(t.title)
  if t.figures.len() > 0 {
    block(sticky: true, below: 7pt, t.figures.map(item => {
      text(size: 8pt, fill: quiet, with-ligatures(item.label)); h(4pt); text(weight: 700, directed(item.value))
      if item.hint != none { h(4pt); text(size: 8pt, fill: quiet, with-ligatures(item.hint)) }
    }).join(h(14pt)))
  }
  if t.rows.len() == 0 { text(fill: quiet, with-ligatures(t.emptyText)) } else {
    // A cell without width spans the last three rows and keeps them together, so that no page has only one
    // row.
    let tail = t.rows.slice(calc.max(0, t.rows.len() - 3))
    let tail-size = if tail.any(is-long) { 0 } else { tail.len() }
    let sizes = if t.isDense { (text: 8.5pt, day: 7.5pt, head: 8pt, above: 3.5pt) } else { (text: 9.5pt, day: 8.5pt, head: 8pt, above: 4.5pt) }
    set text(size: sizes.text)
    table(
      // A day column is as wide as its text. In a narrow column, the day makes every row five lines high.
      columns: t.columns.map(c => if c.kind == "day" { auto } else { c.width * 1fr }) + (0pt,),
      inset: (x: 4pt, y: sizes.above),
      stroke: (x, y) => (bottom: 0.5pt + line-colour),
      fill: (x, y) => if y == 0 { tint },
      align: (x, y) => (if x < t.columns.len() and centred(t.columns.at(x).kind) { center } else { start }) + horizon,
      table.header(..t.columns.map(c => text(size: sizes.head, weight: 700, directed(c.heading))), none),
      ..t.rows.enumerate().map(((index, row)) => {
        let is-struck = t.struckRows.contains(index)
        let long = is-long(row)
        row.enumerate().map(((i, v)) => {
          let kind = t.columns.at(i).kind
          let plain = if kind == "name" or kind == "letter" { text(weight: 700, directed(v)) } else if kind == "day" { text(size: sizes.day, lines(v)) } else { lines(v) }
          let content = if not is-struck { plain } else {
            strike(text(fill: quiet, plain))
            if kind == "name" { h(5pt); box(text(size: 7.5pt, fill: quiet, with-ligatures(t.struckReason))) }
          }
          if long { table.cell(breakable: true, content) } else { content }
        }) + if index < t.rows.len() - tail-size { (table.cell(breakable: long, none),) } else if index == t.rows.len() - tail-size { (table.cell(rowspan: tail-size, inset: 0pt, none),) } else { () }
      }).flatten(),
    )
  }
}
#let chart-block(c) = block(width: 100%, breakable: c.bars.len() > 30, {
  heading-of(c.title)
  let max = if c.max != none { c.max } else { calc.max(1, ..c.bars.map(b => b.value)) }
  grid(
    columns: (auto, 1fr, auto),
    column-gutter: 6pt,
    row-gutter: 4pt,
    align: horizon,
    ..c.bars.map(b => (
      text(size: 8pt, directed(b.label)),
      rect(width: b.value / max * 100%, height: 8pt, fill: green, radius: 1.5pt),
      text(size: 8pt, directed(b.text)),
    )).flatten(),
  )
})
#let in-pairs(sections) = {
  let halves = ()
  for section in sections {
    let body = if section.kind == "table" { table-block(section) } else { chart-block(section) }
    if section.isHalfWidth { halves.push(body) } else {
      if halves.len() > 0 { grid(columns: (1fr, 1fr), column-gutter: 10mm, row-gutter: 6pt, ..halves); halves = () }
      body
    }
  }
  if halves.len() > 0 { grid(columns: (1fr, 1fr), column-gutter: 10mm, ..halves) }
}
// Without the box, PDF readers lose the last character of every such text.
#let boxed(v) = box(text(weight: 700, dir: ltr, v))
#let issue-block(issue) = block(above: 14pt, breakable: false, width: 100%, inset: 8pt, radius: 3pt, stroke: 0.5pt + line-colour, grid(
  columns: (auto, 1fr), column-gutter: 12pt, align: horizon,
  image(bytes(issue.qr), format: "svg", width: 26mm, alt: issue.address),
  {
    text(size: 8pt, fill: quiet, with-ligatures(issue.numberLabel)); h(4pt); boxed(issue.number); h(12pt)
    text(size: 8pt, fill: quiet, with-ligatures(issue.checkLabel)); h(4pt); boxed(issue.check)
    linebreak()
    text(size: 8pt, fill: quiet, with-ligatures(issue.verifyText))
    linebreak()
    text(size: 8pt, dir: ltr, issue.address)
  },
))
// A page has ten slips. The dashes are cutting lines.
#let slip-block(slip) = block(
  width: 100%, height: 50mm, breakable: false, clip: true, inset: 3.5mm,
  stroke: (paint: line-colour, thickness: 0.7pt, dash: "dashed"),
  grid(
    columns: (1fr, 24mm), column-gutter: 4mm, rows: (1fr, auto),
    {
      set block(spacing: 0pt)
      text(size: 8pt, fill: quiet, with-ligatures(d.institute))
      block(above: 4pt, below: 6pt, text(size: if slip.name.clusters().len() > 50 { 8.5pt } else { 11pt }, weight: 700, breakable-text(slip.name)))
      for (label, value) in slip.lines.map(line => (line.label, line.value)) {
        block(below: 3.5pt, text(size: 7pt, fill: quiet, with-ligatures(label)))
        block(below: 6pt, width: 100%, align(right, text(size: if value.len() > 40 { 6.5pt } else if value.len() > 18 { 8pt } else { 11.5pt }, weight: 700, directed(value))))
      }
    },
    image(bytes(slip.qr), format: "svg", width: 24mm, alt: slip.alt),
    grid.cell(colspan: 2, {
      set par(leading: 0.4em)
      if slip.validUntil != "" {
        text(size: 7.5pt, weight: 700, with-ligatures(slip.validUntil))
        linebreak()
      }
      text(size: 7pt, fill: quiet, with-ligatures(slip.note))
      linebreak()
      text(size: 7.5pt, dir: ltr, slip.address)
    }),
  ),
)
#if d.slips != none {
  grid(columns: (1fr, 1fr), column-gutter: 4mm, row-gutter: 3mm, ..d.slips.map(slip-block))
  [#metadata(0) #label("end-0")]
}
#for (i, p) in d.papers.enumerate() {
  if i > 0 { pagebreak() }
  paper-index.update(i)
  counter(page).update(1)
  grid(
    columns: if d.logo != none { (auto, 1fr) } else { (1fr,) },
    column-gutter: 10pt, align: horizon,
    ..if d.logo != none { (image(d.logo, height: 16mm),) } else { () },
    { text(size: 14pt, weight: 700, with-ligatures(d.institute)); linebreak(); text(size: 8.5pt, fill: quiet, with-ligatures(p.dated)) },
  )
  line(length: 100%, stroke: 1.2pt + green)
  block(above: 12pt, below: 12pt, text(size: 16pt, weight: 700, with-ligatures(p.title)))
  grid(columns: (1fr, 1fr, 1fr), column-gutter: 8pt, row-gutter: 7pt, ..p.facts.map(fact))
  v(4pt)
  grid(columns: (1fr,) * 4, column-gutter: 6pt, row-gutter: 6pt, ..p.figures.map(figure-box.with(p.figures.any(item => item.hint != none))))
  in-pairs(p.sections)
  for note in p.notes { block(above: 8pt, text(fill: quiet, directed(note))) }
  if p.signatures.len() > 0 {
    block(above: 18pt, breakable: false, grid(
      columns: (1fr,) * p.signatures.len(), column-gutter: 20mm,
      ..p.signatures.map(label => { text(size: 8pt, fill: quiet, with-ligatures(label)); v(9mm); line(length: 100%, stroke: 0.5pt + ink) }),
    ))
  }
  if p.issue != none { issue-block(p.issue) }
  [#metadata(i) #label("end-" + str(i))]
}
`;
