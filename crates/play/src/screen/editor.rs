//! The line that is being typed.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// The most characters of a line.
const LONGEST: usize = 4_096;
/// Lines that the arrows bring back.
const REMEMBERED: usize = 100;

/// What a key asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Carry this line out.
    Line(String),
    /// Stop, or leave.
    Interrupt,
    /// Leave.
    End,
    /// Only draw again.
    Nothing,
}

/// A line, and those before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Editor {
    typed: String,
    past: Vec<String>,
    /// Which of the past lines is shown, from the newest; 0 is none.
    back: usize,
}

/// Whether an event is Ctrl-C, which in raw mode is a key like another.
pub(super) fn is_interrupt(event: &Event) -> bool {
    matches!(
        event,
        Event::Key(KeyEvent {
            code: KeyCode::Char('c'),
            modifiers: KeyModifiers::CONTROL,
            ..
        })
    )
}

impl Editor {
    /// What has been typed.
    pub(super) fn typed(&self) -> &str {
        &self.typed
    }

    /// Takes an event of the terminal.
    pub(super) fn take(&mut self, event: &Event) -> Asked {
        if is_interrupt(event) {
            return Asked::Interrupt;
        }
        let Event::Key(key) = event else {
            return Asked::Nothing;
        };
        if key.kind == KeyEventKind::Release {
            return Asked::Nothing;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => return Asked::Line(self.finish()),
            KeyCode::Char('d') if control && self.typed.is_empty() => return Asked::End,
            KeyCode::Char('u') if control => self.typed.clear(),
            KeyCode::Char('w') if control => {
                let kept = self.typed.trim_end().rfind(' ').map_or(0, |at| at + 1);
                self.typed.truncate(kept);
            }
            KeyCode::Char(c) if !control && self.typed.chars().count() < LONGEST => {
                self.typed.push(c);
            }
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Up => self.recall(self.back + 1),
            KeyCode::Down => self.recall(self.back.saturating_sub(1)),
            _ => {}
        }
        Asked::Nothing
    }

    fn finish(&mut self) -> String {
        let line = std::mem::take(&mut self.typed);
        self.back = 0;
        if !line.trim().is_empty() && self.past.last() != Some(&line) {
            self.past.push(line.clone());
            if self.past.len() > REMEMBERED {
                self.past.remove(0);
            }
        }
        line
    }

    /// Shows the line so many back, or an empty one.
    fn recall(&mut self, back: usize) {
        if back > self.past.len() {
            return;
        }
        self.back = back;
        self.typed = match back {
            0 => String::new(),
            back => self.past[self.past.len() - back].clone(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(code, modifiers))
    }

    fn type_in(editor: &mut Editor, text: &str) {
        for c in text.chars() {
            editor.take(&key(KeyCode::Char(c), KeyModifiers::NONE));
        }
    }

    #[test]
    fn a_line_is_typed_mended_and_recalled() {
        let mut editor = Editor::default();
        let plain = |code| key(code, KeyModifiers::NONE);
        let control = |c| key(KeyCode::Char(c), KeyModifiers::CONTROL);
        type_in(&mut editor, "level  clubx");
        editor.take(&plain(KeyCode::Backspace));
        assert_eq!(
            editor.take(&plain(KeyCode::Enter)),
            Asked::Line("level  club".to_owned())
        );
        type_in(&mut editor, "7");
        assert_eq!(
            editor.take(&plain(KeyCode::Enter)),
            Asked::Line("7".to_owned())
        );
        for (event, typed) in [
            (plain(KeyCode::Up), "7"),
            (plain(KeyCode::Up), "level  club"),
            (plain(KeyCode::Up), "level  club"),
            (control('w'), "level  "),
            (control('u'), ""),
            (plain(KeyCode::Down), "7"),
            (plain(KeyCode::Down), ""),
        ] {
            assert_eq!(editor.take(&event), Asked::Nothing);
            assert_eq!(editor.typed(), typed, "{event:?}");
        }
        assert_eq!(editor.take(&control('c')), Asked::Interrupt);
        assert_eq!(editor.take(&control('d')), Asked::End);
        assert_eq!(editor.take(&Event::Resize(3, 4)), Asked::Nothing);
    }
}
