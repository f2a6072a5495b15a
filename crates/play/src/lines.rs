//! Lines of an input whose length somebody else decides.

use std::io::{self, BufRead};

/// A line, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The text; bytes that are no UTF-8 have become `U+FFFD`.
    pub text: String,
    /// Whether it was longer than allowed, and `text` is only its beginning.
    pub cut: bool,
}

/// The next line, of which at most `most` bytes are kept; `None` at the end of the input.
///
/// # Errors
/// [`io::Error`] if the input cannot be read.
pub(crate) fn next_line(input: &mut impl BufRead, most: u64) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let read = io::Read::take(&mut *input, most).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    let mut cut = false;
    if read as u64 == most && !bytes.ends_with(b"\n") {
        loop {
            let rest = input.fill_buf()?;
            let end = rest.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(rest.len(), |at| at + 1);
            let over = end.is_some() || rest.is_empty();
            cut |= end.unwrap_or(rest.len()) > 0;
            input.consume(used);
            if over {
                break;
            }
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(Line {
        text: text.trim_end_matches(['\n', '\r']).to_owned(),
        cut,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_said_to_be() {
        let mut input = io::Cursor::new(b"12345678\n1234\r\n1234567\n\xff\nend".to_vec());
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input, 7).expect("bytes in memory") {
            lines.push((line.text, line.cut));
        }
        let expected = [
            ("1234567", true),
            ("1234", false),
            ("1234567", false),
            ("\u{fffd}", false),
            ("end", false),
        ];
        assert_eq!(lines, expected.map(|(text, cut)| (text.to_owned(), cut)));
    }
}
